import type { DecorationSet } from '../../endpoints/units/tenant.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../limits.ts'
import { isHexColor } from './oklab.ts'
import { deriveDarkTints, deriveTints, readableOn } from './tints.ts'

export interface LoginTextStyle {
  /** Readable on the login page's picture by day, and by night; null: as the unit's name. */
  readonly color: string | null
  readonly darkColor: string | null
  readonly size: string | null
  readonly font: string | null
}

/** How the unit's own line on the login page looks. Unknown values are as if they were not set, and a colour is moved until it can be read. */
export function loginTextStyle({ loginText }: DecorationSet, themeColor: string): LoginTextStyle {
  const { color, fontSize, fontFamily } = loginText ?? {}
  const chosen = color !== undefined && isHexColor(color) && isHexColor(themeColor) ? color : null
  return {
    color: chosen && readableOn(chosen, deriveTints(themeColor).steps[3] ?? '#ffffff'),
    darkColor: chosen && readableOn(chosen, deriveDarkTints(themeColor).steps[3] ?? '#000000'),
    size: PICKER_FONT_SIZES.find((size) => size === fontSize) ?? null,
    font: PICKER_FONTS.find((family) => family === fontFamily) ?? null,
  }
}

/** The same as CSS declarations for a `:root` rule; '' where nothing is set. */
export function loginTextDeclarations(decoration: DecorationSet, themeColor: string): string {
  const { color, darkColor, size, font } = loginTextStyle(decoration, themeColor)
  const declarations: readonly (readonly [string, string | null])[] = [
    ['--motto', color],
    ['--motto-dark', darkColor],
    ['--motto-size', size],
    ['--motto-font', font && `"${font}",var(--font)`],
  ]
  return declarations.flatMap(([name, value]) => (value === null ? [] : [`;${name}:${value}`])).join('')
}
