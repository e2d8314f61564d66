import { ZOOM_NOTICE_DURATION, ZOOM_MAX_PERCENT, ZOOM_MIN_PERCENT } from '../../../contract/limits.ts'
import { i18n } from '../core/language/i18n.ts'
import { environment } from '../core/session/flow/environment.ts'
import { onResized } from './use-layout.ts'
import { notify } from '../core/notices/notices.ts'

/** With a mouse: the zoom of phones and tablets does not change these sizes. */
const POINTER = '(hover: hover) and (pointer: fine)'

/** Warns of a zoom outside 80 to 120 percent, now and after each change, until `signal` aborts. Only in browsers with windows. */
export function watchZoom(signal: AbortSignal): void {
  const { kind } = environment()
  if (kind === 'native-app' || kind === 'wechat' || !matchMedia(POINTER).matches) return
  let told = 100
  const look = (): void => {
    const percent = zoomPercent(window)
    if (percent === null || percent === told) return
    told = percent
    if (!isZoomOff(percent)) return
    const keys = /Mac/.test(navigator.userAgent) ? '⌘0' : 'Ctrl+0'
    notify('warning', i18n.t('zoom', { ns: 'shell', percent, keys }), { duration: ZOOM_NOTICE_DURATION })
  }
  signal.addEventListener('abort', onResized(look))
  look()
}

/** Outer sizes in screen pixels, which no zoom changes; inner sizes in CSS pixels, of which a zoomed page has fewer. */
export interface WindowSizes {
  readonly outerWidth: number
  readonly outerHeight: number
  readonly innerWidth: number
  readonly innerHeight: number
}

/** Screen pixels by which frames and rounding may enlarge the inner size. */
const TOLERANCE = 16

/**
 * The page's zoom in percent; null where it is unknown. The screen's own density does not matter. A side bar of the browser makes the page narrower
 * without zooming: then the page, enlarged as much, would be higher than its window.
 */
export function zoomPercent({ outerWidth, outerHeight, innerWidth, innerHeight }: WindowSizes): number | null {
  if (outerWidth <= 0 || innerWidth <= 0) return null
  const zoom = outerWidth / innerWidth
  if (zoom > 1 && innerHeight * zoom > outerHeight + TOLERANCE) return null
  return Math.round(zoom * 100)
}

/** Whether a zoom is far enough from 100% for a warning. */
export function isZoomOff(percent: number): boolean {
  return percent < ZOOM_MIN_PERCENT || percent > ZOOM_MAX_PERCENT
}
