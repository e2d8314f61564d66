import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { settingsPath } from '../../../../contract/pages.ts'
import type { PermissionCode } from '../../../../contract/permissions.ts'
import { applicationHome } from '../../core/session/home-path.ts'

/** In the order of the list. */
export const SETTINGS_PARTS = [
  'account',
  'face',
  'appearance',
  'language',
  'desktop',
  'messages',
  'device',
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** Former parts of the settings or of other applications that are sections of the administration now, with the codes of which a user needs one. Their old addresses redirect. */
const MOVED_PARTS = ['storage', 'sign-in', 'faces', 'attendance'] as const
const MOVED_PERMISSIONS: Readonly<Record<(typeof MOVED_PARTS)[number], readonly PermissionCode[]>> = {
  storage: ['base_unit'],
  'sign-in': ['base_unit', 'base_user_reset'],
  faces: ['base_face'],
  attendance: ['attendance_admin'],
}
/** The code of the application of administrators, which also names it as what to go on to. */
export const ADMINISTRATION = 'administration'
export type AdministrationPart = (typeof MOVED_PARTS)[number] | typeof ADMINISTRATION

/** The section that an address's query named before it moved, for a holder of its codes. */
export function movedPart(search: string, codes: ReadonlySet<string>): AdministrationPart | undefined {
  const asked = new URLSearchParams(search).get('part')
  return movedFor(codes).find((part) => part === asked)
}

/** Where the rules of attendance were, in the fragment of its application. */
const OLD_RULES = '#/settings'

/** The fragment of the rules of attendance in the application of administrators, for one of where they were before and a holder of their code. */
export function movedRules(hash: string, codes: ReadonlySet<string>): string | undefined {
  const isOld = hash === OLD_RULES || hash.startsWith(`${OLD_RULES}/`)
  if (!isOld || !movedFor(codes).includes('attendance')) return undefined
  return `#/attendance${hash.slice(OLD_RULES.length)}`
}

/** Whether the holder of these codes has a section of what was in the settings before. */
export function administers(codes: ReadonlySet<string>): boolean {
  return movedFor(codes).length > 0
}

function movedFor(codes: ReadonlySet<string>) {
  return MOVED_PARTS.filter((part) => MOVED_PERMISSIONS[part].some((code) => codes.has(code)))
}

/** The section that a fragment of the application of administrators names, if it is known here, or the application. */
export function administrationPart(hash: string): AdministrationPart {
  return MOVED_PARTS.find((part) => hash === `#/${part}` || hash.startsWith(`#/${part}/`)) ?? ADMINISTRATION
}

/** The page of a part: of the settings, or of the application of administrators. */
export function partPage(
  user: Pick<SessionUser, 'unitType' | 'idPath'>,
  part: SettingsPart | AdministrationPart,
): { pathname: string; search?: string; hash?: string } {
  if (part === ADMINISTRATION) return { pathname: applicationHome(user, ADMINISTRATION) }
  if (isMoved(part)) return { pathname: applicationHome(user, ADMINISTRATION), hash: `#/${part}` }
  return { pathname: settingsPath(user.unitType), search: partQuery(part) }
}

function isMoved(part: SettingsPart | AdministrationPart): part is (typeof MOVED_PARTS)[number] {
  return MOVED_PARTS.some((moved) => moved === part)
}

/** The query of the page that lists the parts, for a phone. */
export const ALL_SETTINGS = '?part=all'

/** The query of the settings page of a part; the own account has none. */
export function partQuery(part: SettingsPart): string {
  return part === 'account' ? '' : `?part=${part}`
}

const BACK = 'back'

/** The query of the own account, for setting up a second factor before going on to a part. */
export function setUpQuery(part: SettingsPart | AdministrationPart): string {
  return `?${BACK}=${part}`
}

/** The part to go on to after setting up a second factor. */
export function partToGoOnTo(search: string): SettingsPart | AdministrationPart | undefined {
  const asked = new URLSearchParams(search).get(BACK)
  const parts: readonly (SettingsPart | AdministrationPart)[] = [...SETTINGS_PARTS, ...MOVED_PARTS, ADMINISTRATION]
  return parts.find((part) => part === asked && part !== 'account')
}

/** The part in an address's query, or the list; by default the own account. */
export function settingsPart(search: string): SettingsPart | 'all' {
  const asked = new URLSearchParams(search).get('part')
  return asked === 'all' ? 'all' : (SETTINGS_PARTS.find((part) => part === asked) ?? 'account')
}
