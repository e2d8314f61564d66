import { IPAD_BREAKPOINT, PC_BREAKPOINT } from '../../../../contract/limits.ts'

export type Layout = 'pc' | 'ipad' | 'mobile'

/** For a window's width in CSS pixels. */
export function layoutFor(width: number): Layout {
  if (width > PC_BREAKPOINT) return 'pc'
  return width > IPAD_BREAKPOINT ? 'ipad' : 'mobile'
}

let known: number | undefined

/** The window's width in CSS pixels. Asking the window itself makes it lay the page out first, on each render and each call. */
export function windowWidth(): number {
  if (known === undefined) addEventListener('resize', () => (known = window.innerWidth))
  return (known ??= window.innerWidth)
}

/** The device header: pc for wide windows, h5 for phones. The native app's bridge overrides it. */
export function deviceKind(): 'pc' | 'h5' {
  return layoutFor(windowWidth()) === 'mobile' ? 'h5' : 'pc'
}
