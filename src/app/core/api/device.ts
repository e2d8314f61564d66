import { IPAD_BREAKPOINT, PC_BREAKPOINT } from '../../../../contract/limits.ts'

export type Layout = 'pc' | 'ipad' | 'mobile'

/** For a window's width in CSS pixels. */
export function layoutFor(width: number): Layout {
  if (width > PC_BREAKPOINT) return 'pc'
  return width > IPAD_BREAKPOINT ? 'ipad' : 'mobile'
}

/** The device header: pc for wide windows, h5 for phones. The native app's bridge overrides it. */
export function deviceKind(): 'pc' | 'h5' {
  return layoutFor(window.innerWidth) === 'mobile' ? 'h5' : 'pc'
}
