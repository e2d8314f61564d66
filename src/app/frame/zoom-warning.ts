import { RESIZE_THROTTLE, ZOOM_NOTICE_DURATION } from '../../../contract/limits.ts'
import { i18n } from '../core/language/i18n.ts'
import { environment } from '../core/session/flow/environment.ts'
import { notify } from '../core/notices/notices.ts'
import { isZoomOff, zoomPercent } from './zoom-level.ts'

/** A mouse or the like: phones and tablets have no zoom of the page that these sizes would tell. */
const POINTER = '(hover: hover) and (pointer: fine)'

/** Warns of a zoom outside 80 to 120 percent, now and whenever it becomes another one, until `signal` ends it. Only browsers with windows are asked. */
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
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener(
    'resize',
    () => {
      timer ??= setTimeout(() => {
        timer = undefined
        look()
      }, RESIZE_THROTTLE)
    },
    { signal },
  )
  signal.addEventListener('abort', () => clearTimeout(timer))
  look()
}
