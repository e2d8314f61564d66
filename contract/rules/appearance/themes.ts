import { DEFAULT_THEME_COLOR, PLAIN_COLORS, THEME_COLORS } from '../../limits.ts'
import { isHexColor } from './oklab.ts'

/** The classic themes, the stage theme, the colour themes, and the custom colour. */
export const THEMES = ['ink', 'lotus', 'cartoon', 'red', 'blue', 'cyan', 'green', 'custom'] as const
export type Theme = (typeof THEMES)[number]

const COLORS: Readonly<Record<Exclude<Theme, 'custom'>, string>> = { ...THEME_COLORS, ...PLAIN_COLORS }

/** A theme with the colour of all its tints. */
export interface Look {
  readonly theme: Theme
  readonly color: string
}

function isTheme(value: string): value is Theme {
  return THEMES.some((theme) => theme === value)
}

/** A chosen theme: its name, or a colour as #rrggbb, which is the theme `custom`. Null for anything else. */
export function parseTheme(value: string): Look | null {
  if (isHexColor(value)) return { theme: 'custom', color: value.toUpperCase() }
  return isTheme(value) && value !== 'custom' ? { theme: value, color: COLORS[value] } : null
}

/** In a call: no theme of one's own, but the unit's, or its colours where it has none. */
export const UNIT_LOOK = 'unit'

/** The value of a look in a call: the inverse of `parseTheme`; for null the unit's. */
export function themeValue(look: Look | null): string {
  if (!look) return UNIT_LOOK
  return look.theme === 'custom' ? look.color : look.theme
}

/**
 * The look for a user's theme from the server. Null: nothing was chosen, and the page keeps the unit's colours. A theme that this version does not
 * know becomes the colour that came with it, else the colour that this device stored, else the default.
 */
export function resolveLook(
  told: { readonly theme: string | null; readonly themeColor: string | null },
  kept: string | null,
): Look | null {
  const { theme, themeColor } = told
  if (theme === null) return null
  const named = parseTheme(theme === 'custom' ? (themeColor ?? '') : theme)
  if (named) return named
  const color = [themeColor, kept].find((each) => each !== null && isHexColor(each)) ?? DEFAULT_THEME_COLOR
  return { theme: 'custom', color }
}

/** Whether a theme's pictures allow only a menu at the top. */
export function forcesTop(theme: Theme | null): boolean {
  return theme === 'ink' || theme === 'lotus' || theme === 'cartoon'
}
