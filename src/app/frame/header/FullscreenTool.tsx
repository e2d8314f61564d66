import cornersIn from '@phosphor-icons/core/regular/corners-in.svg?raw'
import cornersOut from '@phosphor-icons/core/regular/corners-out.svg?raw'
import { useTranslation } from 'react-i18next'
import { notify } from '../../core/notices/notices.ts'
import { ToolButton } from './tools.tsx'
import { useSyncExternalStore } from 'react'

/** Fills the screen with the portal, and ends that. */
export function FullscreenTool() {
  const { t } = useTranslation('shell')
  const full = useFullscreen()
  const toggle = async () => {
    if (!(await toggleFullscreen())) notify('info', t('header.fullscreenByKey'))
  }
  return (
    <ToolButton
      label={t('header.fullscreen')}
      svg={full ? cornersIn : cornersOut}
      aria-pressed={full}
      onClick={() => void toggle()}
    />
  )
}

/** Full screen by the browser itself, as after F11, which a page cannot end. */
const BY_BROWSER = '(display-mode: fullscreen)'

function subscribe(listener: () => void): () => void {
  const byBrowser = matchMedia(BY_BROWSER)
  document.addEventListener('fullscreenchange', listener)
  byBrowser.addEventListener('change', listener)
  return () => {
    document.removeEventListener('fullscreenchange', listener)
    byBrowser.removeEventListener('change', listener)
  }
}

/** Whether this browser has full screen for pages. Phones often do not. */
export function canFillScreen(): boolean {
  return 'fullscreenEnabled' in document && document.fullscreenEnabled
}

/** Whether the portal fills the screen; follows Escape and F11. */
function useFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null || matchMedia(BY_BROWSER).matches)
}

/** Toggles full screen. Resolves to whether that worked: only F11 ends what F11 began. */
async function toggleFullscreen(): Promise<boolean> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (matchMedia(BY_BROWSER).matches) return false
    else await document.documentElement.requestFullscreen()
    return true
  } catch {
    return false
  }
}
