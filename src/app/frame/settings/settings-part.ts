import type { PermissionCode } from '../../../../contract/permissions.ts'

/** In the order of the list. */
export const SETTINGS_PARTS = [
  'account',
  'face',
  'appearance',
  'language',
  'desktop',
  'messages',
  'unit',
  'sign-in',
  'faces',
  'storage',
  'device',
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** What a part of the unit's settings needs: one of these codes. */
export const PART_PERMISSIONS: Readonly<Partial<Record<SettingsPart, readonly PermissionCode[]>>> = {
  unit: ['base_unit'],
  'sign-in': ['base_unit', 'base_user_reset'],
  faces: ['base_face'],
  storage: ['base_unit'],
}

/** Whether the holder of these codes sees a part. */
export function maySeePart(part: SettingsPart, codes: ReadonlySet<string>): boolean {
  return PART_PERMISSIONS[part]?.some((code) => codes.has(code)) ?? true
}

/** The query of the page that lists the parts, for a phone. */
export const ALL_SETTINGS = '?part=all'

/** The query of the settings page of a part; the own account has none. */
export function partQuery(part: SettingsPart): string {
  return part === 'account' ? '' : `?part=${part}`
}

/** The part in an address's query, or the list; by default the own account. */
export function settingsPart(search: string): SettingsPart | 'all' {
  const asked = new URLSearchParams(search).get('part')
  return asked === 'all' ? 'all' : (SETTINGS_PARTS.find((part) => part === asked) ?? 'account')
}
