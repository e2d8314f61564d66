import { isStaff, OTHER_STAFF } from '../../../../contract/fields.ts'
import type { Icon, IconGroups, GroupCode } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { MENU_ICON_WIDTH, MENU_MAX_ICONS, MENU_MAX_WIDTH, MENU_MAX_WIDTH_STAFF } from '../../../../contract/limits.ts'
import { visibleGroups } from '../../features/desktop/visible-icons.ts'

/** The application menu: groups with names for teachers and other staff, one flat list for students and parents. */
export type MenuContent =
  | { readonly kind: 'grouped'; readonly groups: IconGroups }
  | { readonly kind: 'flat'; readonly icons: readonly Icon[] }

type MenuUser = Pick<SessionUser, 'userType' | 'unitType'>

/** Applications of the platform itself, which only schools have. */
const SCHOOL_CODES: ReadonlySet<string> = new Set(['base', 'education'])
const SCHOOL = '2'
/** Between two icons of the top menu, in CSS pixels: ten of them just fill its width. */
const GAP = (MENU_MAX_WIDTH - MENU_MAX_ICONS * MENU_ICON_WIDTH) / (MENU_MAX_ICONS - 1)

/** A user's menu, from the groups of their desktop, without disabled and ignored icons. */
export function menuContent({ userType, unitType }: MenuUser, all: IconGroups): MenuContent {
  const groups = visibleGroups(all)
    .map(({ code, iconVMs }) => ({
      code,
      iconVMs: unitType === SCHOOL ? iconVMs : withoutSchoolCodes(iconVMs),
    }))
    .filter(({ iconVMs }) => iconVMs.length > 0)
  return isStaff(userType)
    ? { kind: 'grouped', groups }
    : { kind: 'flat', icons: groups.flatMap(({ iconVMs }) => iconVMs) }
}

function withoutSchoolCodes(icons: readonly Icon[]): Icon[] {
  return icons
    .filter(({ code }) => !SCHOOL_CODES.has(code))
    .map((icon) => (icon.iconVMs ? { ...icon, iconVMs: withoutSchoolCodes(icon.iconVMs) } : icon))
    .filter(({ iconVMs }) => iconVMs?.length !== 0)
}

/** The largest width of a user's top menu, in CSS pixels. */
export function menuMaxWidth({ userType, unitType }: MenuUser): number {
  return userType === OTHER_STAFF && unitType === SCHOOL ? MENU_MAX_WIDTH_STAFF : MENU_MAX_WIDTH
}

/** The entries that fit a top menu of `availableWidth` CSS pixels, at most ten, and those behind the last entry. */
export function splitMenu<T>(
  entries: readonly T[],
  availableWidth: number,
): { shown: readonly T[]; rest: readonly T[] } {
  const most = Math.max(0, Math.min(MENU_MAX_ICONS, Math.floor((availableWidth + GAP) / (MENU_ICON_WIDTH + GAP))))
  if (entries.length <= most) return { shown: entries, rest: [] }
  // One of the places opens the rest.
  const shown = entries.slice(0, Math.max(0, most - 1))
  return { shown, rest: entries.slice(shown.length) }
}

/** An application, a group or folder of them, or the entry for all others. */
export type TopEntry =
  | { readonly kind: 'link'; readonly key: string; readonly icon: Icon }
  | { readonly kind: 'folder'; readonly key: string; readonly folder: Icon; readonly icons: readonly Icon[] }
  | { readonly kind: 'group'; readonly key: string; readonly code: GroupCode; readonly icons: readonly Icon[] }
  | { readonly kind: 'rest'; readonly key: string; readonly all: boolean; readonly content: MenuContent }

function topEntry(icon: Icon): TopEntry {
  const { code: key, iconVMs: icons } = icon
  return icons ? { kind: 'folder', key, folder: icon, icons } : { kind: 'link', key, icon }
}

/** Key of the entry that leads to the others. */
const REST = 'rest'
/** With fewer places, one entry opens all. */
const LEAST = 3

/** The entries of a menu of `availableWidth` CSS pixels. */
export function topEntries(content: MenuContent, availableWidth: number): TopEntry[] {
  const entries =
    content.kind === 'flat'
      ? content.icons.map(topEntry)
      : content.groups.map(({ code, iconVMs }): TopEntry => ({ kind: 'group', key: code, code, icons: iconVMs }))
  const { shown, rest } = splitMenu(entries, availableWidth)
  if (rest.length === 0) return entries
  const count = shown.length < LEAST - 1 ? 0 : shown.length
  const others: MenuContent =
    content.kind === 'flat'
      ? { kind: 'flat', icons: content.icons.slice(count) }
      : { kind: 'grouped', groups: content.groups.slice(count) }
  return [...entries.slice(0, count), { kind: 'rest', key: REST, all: count === 0, content: others }]
}

/** Whether an application is among icons, or in a folder of them. */
export function holds(icons: readonly Icon[], code: string | null): boolean {
  return icons.some((icon) => icon.code === code || (icon.iconVMs && holds(icon.iconVMs, code)))
}
