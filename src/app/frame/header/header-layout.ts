import { PC_BREAKPOINT, TITLE_MIDDLE, TITLE_SIZES, TITLE_WIDE } from '../../../../contract/limits.ts'

/** What fits into the header. It follows from the window's width alone, so that nothing is measured before the first frame. */
interface HeaderLayout {
  /** `phone`: logo, name and search above, everything else in a bar below. */
  readonly form: 'phone' | 'bar'
  readonly menu: number
  readonly welcome: boolean
  /** Whether the search is a field beside the menu. */
  readonly hasField: boolean
}

/** Up to this width the header is a phone's. The same number stands in header.css and in the kit's sheets. */
const PHONE = 640
/** From this width on the welcome text fits. */
const WELCOME_FROM = 1220
const WELCOME = 140
/** From this width on the search is a field beside the menu, which takes so much more than its button. */
const FIELD_FROM = 1200
const FIELD = 160
/** Logo and name, with the gap after them, by the widths of the title's three sizes. */
const UNIT = { pc: 216, middle: 240, wide: 340 } as const
/** Fewer than four entries are not worth a menu. */
const LEAST_MENU = 60 * 4 + 8 * 3

/** Whether a window this wide has a phone's header and bar. */
export function isPhone(width: number): boolean {
  return width <= PHONE
}

/** Divides a header of `width` CSS pixels. `tools`: the slots of each tool of the bar besides search and the person's menu. */
export function headerLayout(width: number, tools: readonly number[]): HeaderLayout {
  const form = isPhone(width) ? 'phone' : 'bar'
  if (width <= PC_BREAKPOINT) return { form, menu: 0, welcome: false, hasField: false }
  const place = 40
  const unit = width >= 1920 ? UNIT.wide : width >= 1366 ? UNIT.middle : UNIT.pc
  const welcome = width >= WELCOME_FROM
  const hasField = width >= FIELD_FROM
  const search = place + (hasField ? FIELD : 0)
  const slots = tools.reduce((sum, own) => sum + own, 1)
  const left = width - 48 - unit - search - slots * place - (welcome ? WELCOME : 0) - 32
  const hasMenu = left >= LEAST_MENU
  return { form, menu: hasMenu ? left : 0, welcome: welcome && hasMenu, hasField }
}

/**
 * The window's width for the header's layout, in CSS pixels at the default font size: with larger text the header is laid out as in a narrower window. A wide window
 * never gets the phone's header that way, because the style sheets use the window's real width.
 */
export function headerWidth(width: number, textScale: number): number {
  return isPhone(width) ? width : Math.max(PHONE + 1, Math.floor(width / textScale))
}

/** The font size of the unit's name in the header, in pixels, for a window's width. */
export function titleSize(width: number): number {
  if (width >= TITLE_WIDE) return TITLE_SIZES.wide
  return width >= TITLE_MIDDLE ? TITLE_SIZES.middle : TITLE_SIZES.narrow
}
