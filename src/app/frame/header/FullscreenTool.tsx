import cornersIn from '@phosphor-icons/core/regular/corners-in.svg?raw'
import cornersOut from '@phosphor-icons/core/regular/corners-out.svg?raw'
import { useTranslation } from 'react-i18next'
import { notify } from '../../core/notices/notices.ts'
import { toggleFullscreen, useFullscreen } from './fullscreen.ts'
import { ToolButton } from './ToolButton.tsx'

/** Lets the portal fill the screen, and gives it back. */
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
