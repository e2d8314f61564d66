import { PICKER_COLOR, PICKER_FONT_SIZES, PICKER_FONTS } from '../../../../contract/limits.ts'

/** A colour such as `#457cd6`, and with the choice of font its size and family. */
export interface PickedStyle {
  color: string
  fontSize?: string
  fontFamily?: string
}

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/** The colour in six lower-case digits; black for anything else. */
export function wholeColor(color: string | undefined): string {
  const digits = HEX.exec(color ?? '')?.[1] ?? PICKER_COLOR.slice(1)
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${six.toLowerCase()}`
}

/** A complete style: without `font` only the colour, else by default the first font and the 14 px of body text. */
export function completeStyle(value: Partial<PickedStyle>, font: boolean): PickedStyle {
  const color = wholeColor(value.color)
  if (!font) return { color }
  return {
    color,
    fontSize: PICKER_FONT_SIZES.find((size) => size === value.fontSize) ?? PICKER_FONT_SIZES[1],
    fontFamily: PICKER_FONTS.find((family) => family === value.fontFamily) ?? PICKER_FONTS[0],
  }
}
