/** The parts of the settings page, in the order of its list. */
export const SETTINGS_PARTS = [
  'account',
  'face',
  'appearance',
  'language',
  'desktop',
  'messages',
  'sign-in',
  'faces',
  'storage',
  'device',
  'about',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** Those that only administrators have. */
export const ADMIN_PARTS: readonly SettingsPart[] = ['sign-in', 'faces', 'storage']

/** The query of the page that lists the parts, for a phone. */
export const ALL_SETTINGS = '?part=all'

/** The query of the settings page that shows a part; a person's own account has none. */
export function partQuery(part: SettingsPart): string {
  return part === 'account' ? '' : `?part=${part}`
}

/** What an address's query asks for: a part, or the list of them; a person's own account unless it is another. */
export function settingsPart(search: string): SettingsPart | 'all' {
  const asked = new URLSearchParams(search).get('part')
  return asked === 'all' ? 'all' : (SETTINGS_PARTS.find((part) => part === asked) ?? 'account')
}
