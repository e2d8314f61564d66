import { TITLE_MIDDLE, TITLE_SIZES, TITLE_WIDE } from '../../../../contract/limits.ts'

/** The font size of the unit's name in the header, in pixels, for a window's width. */
export function titleSize(width: number): number {
  if (width >= TITLE_WIDE) return TITLE_SIZES.wide
  return width >= TITLE_MIDDLE ? TITLE_SIZES.middle : TITLE_SIZES.narrow
}
