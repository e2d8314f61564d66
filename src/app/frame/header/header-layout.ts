import { PC_BREAKPOINT, TITLE_MIDDLE, TITLE_SIZES, TITLE_WIDE } from '../../../../contract/limits.ts'

/** What fits into the header. It follows from the window's width alone, so that nothing is measured before the first frame. */
interface HeaderLayout {
  /** `phone`: logo, name and search above, everything else in a bar below. */
  readonly form: 'phone' | 'bar'
  /** The number of tools in the bar; the others are behind the last button. */
  readonly tools: number
  readonly menu: number
  readonly welcome: boolean
}

/** Up to this width the header is a phone's. The same number stands in header.css and in the kit's sheets. */
const PHONE = 640
/** From this width on the welcome text fits. */
const WELCOME_FROM = 1200
const WELCOME = 116
/** Logo and name, with the gap after them: from the widths of the title's three sizes on. */
const UNIT = { narrow: 190, pc: 216, middle: 240, wide: 340 } as const
/** Fewer than four entries are not worth a menu. */
const LEAST_MENU = 60 * 4 + 8 * 3

/** Whether a window this wide has a phone's header and bar. */
export function isPhone(width: number): boolean {
  return width <= PHONE
}

/** Divides a header of `width` CSS pixels. `tools`: the slots of each tool besides search, in their order. */
export function headerLayout(width: number, tools: readonly number[]): HeaderLayout {
  if (isPhone(width)) return { form: 'phone', tools: 0, menu: 0, welcome: false }
  const isPc = width > PC_BREAKPOINT
  const place = isPc ? 40 : 48
  const unit = width >= 1920 ? UNIT.wide : width >= 1366 ? UNIT.middle : isPc ? UNIT.pc : UNIT.narrow
  // The search button is always there.
  const rest = width - (isPc ? 48 : 32) - unit - place - 16
  if (isPc) {
    const welcome = width >= WELCOME_FROM
    const left = rest - sum(tools) * place - (welcome ? WELCOME : 0) - 16
    if (left >= LEAST_MENU) return { form: 'bar', tools: tools.length, menu: left, welcome }
  }
  const places = Math.floor((rest - place) / place)
  if (places >= sum(tools)) return { form: 'bar', tools: tools.length, menu: 0, welcome: false }
  const shown = tools.findIndex((_, at) => sum(tools.slice(0, at + 1)) > places - 1)
  return { form: 'bar', tools: shown, menu: 0, welcome: false }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The font size of the unit's name in the header, in pixels, for a window's width. */
export function titleSize(width: number): number {
  if (width >= TITLE_WIDE) return TITLE_SIZES.wide
  return width >= TITLE_MIDDLE ? TITLE_SIZES.middle : TITLE_SIZES.narrow
}
