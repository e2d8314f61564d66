/** Codes of applications that a unit made itself begin with it. */
export const OWN_PREFIX = 'own-'

/** The code of the application that was made for one unit: its page is `/pages/app/pc_app_tm/index.html`. */
export const DEDICATED_CODE = 'app'

/** Icons of the portal's family that are free for applications of units, by their glyphs. */
export const FREE_ICONS = [
  'link',
  'website',
  'video',
  'calendar',
  'notes',
  'mail',
  'forum',
  'broadcast',
  'support',
  'languages',
  'calculator',
  'science',
  'nature',
  'music',
  'sports',
  'photos',
  'films',
  'ideas',
  'awards',
  'meals',
  'health',
  'safety',
  'places',
  'payments',
  'shop',
  'printing',
  'repairs',
  'partners',
] as const
export type FreeIcon = (typeof FREE_ICONS)[number]

export const freeIconPath = (name: FreeIcon) => `/icons/apps/free-${name}.svg`

/** Whether a unit made the application itself: it opens something outside of the portal. */
export function isOwnApplication(code: string): boolean {
  return code.startsWith(OWN_PREFIX)
}
