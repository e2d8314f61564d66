import * as z from 'zod/mini'
import { THEMES } from '../../../../contract/rules/themes.ts'
import { localKey, personalKey, plain } from './local-keys.ts'

// What the inline script of the document reads before the first paint (early/early.ts), and what comes with it.

/** The theme colour as #RRGGBB. */
export const themeColorKey = personalKey<string>('themeColor', z.string().check(z.regex(/^#[\da-f]{6}$/i)), plain)

/** The theme that the colour belongs to. */
export const themeKey = personalKey<(typeof THEMES)[number]>('theme', z.literal(THEMES), plain)

/** What is derived from the colour, in the order of contract/rules/tints.ts and joined: deriving it again would take the first paint too long. */
export const themeTintsKey = personalKey<string>('themeTints', z.string().check(z.regex(/^(#[\da-f]{6}){24}$/)), plain)

const LAYOUTS = ['top', 'left'] as const
/** Where the menu of applications stands. */
export type MenuLayout = (typeof LAYOUTS)[number]
export const menuLayoutKey = personalKey<MenuLayout>('currentLayout', z.literal(LAYOUTS), plain)

const MODES = ['light', 'dark'] as const
/** Light or dark whatever the system says; the device's, because it is about the room that it stands in. */
export const colorModeKey = localKey<(typeof MODES)[number]>('colorMode', z.literal(MODES), plain)

const CONTRASTS = ['normal', 'more'] as const
/** Contrast whatever the system says; the device's. */
export const contrastKey = localKey<(typeof CONTRASTS)[number]>('contrast', z.literal(CONTRASTS), plain)

/** Removes what a person chose; what belongs to the device stays. */
export function forgetTheme(): void {
  for (const key of [themeKey, themeColorKey, themeTintsKey, menuLayoutKey]) key.remove()
}
