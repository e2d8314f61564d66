import * as z from 'zod/mini'
import { THEMES } from '../../../../contract/rules/appearance/themes.ts'
import { localKey, personalKey, plain } from './local-keys.ts'

// Read by the inline script of the document before the first paint (early/early.ts).

export const themeColorKey = personalKey<string>('themeColor', z.string().check(z.regex(/^#[\da-f]{6}$/i)), plain)

export const themeKey = personalKey<(typeof THEMES)[number]>('theme', z.literal(THEMES), plain)

/** Derived from the colour, in the order of contract/rules/appearance/tints.ts and joined: deriving it again would delay the first paint. */
export const themeTintsKey = personalKey<string>('themeTints', z.string().check(z.regex(/^(#[\da-f]{6}){24}$/)), plain)

const LAYOUTS = ['top', 'left'] as const
export type MenuLayout = (typeof LAYOUTS)[number]
export const menuLayoutKey = personalKey<MenuLayout>('currentLayout', z.literal(LAYOUTS), plain)

const MODES = ['light', 'dark'] as const
/** The device's choice, because it depends on the room. */
export const colorModeKey = localKey<(typeof MODES)[number]>('colorMode', z.literal(MODES), plain)

const CONTRASTS = ['normal', 'more'] as const
/** The device's choice. */
export const contrastKey = localKey<(typeof CONTRASTS)[number]>('contrast', z.literal(CONTRASTS), plain)

/** Removes the user's choices; the device's stay. */
export function forgetTheme(): void {
  for (const key of [themeKey, themeColorKey, themeTintsKey, menuLayoutKey]) key.remove()
}
