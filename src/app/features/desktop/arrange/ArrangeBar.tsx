import reset from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { desktop } from '../desktop-store.ts'
import type { DesktopSurroundings } from '../desktop-surroundings.ts'
import { resetOrder } from './save-order.ts'

/** Says how icons are arranged, and leads back to the school's order; it stays in sight. */
export function ArrangeBar({
  surroundings: { online },
  onDone,
}: {
  surroundings: DesktopSurroundings
  onDone: () => void
}) {
  const { t } = useTranslation('desktop')
  const [busy, setBusy] = useState(false)
  const back = async () => {
    if (desktop.state.status !== 'live') return
    setBusy(true)
    await resetOrder(desktop.state.data.me)
    setBusy(false)
  }
  return (
    <div className="d-arrange-bar" role="group" aria-label={t('arrange.title')}>
      <p role="status">{t('arrange.hint')}</p>
      <Button
        icon={reset}
        kind="quiet"
        busy={busy}
        disabled={!online}
        title={online ? undefined : t('arrange.resetOffline')}
        onClick={() => void back()}
      >
        {t('arrange.reset')}
      </Button>
      <Button kind="primary" onClick={onDone}>
        {t('arrange.done')}
      </Button>
    </div>
  )
}
