import '../../features/desktop/desktop-texts.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { resetOrder } from '../../features/desktop/arrange/save-order.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { notify } from '../../core/notices/notices.ts'
import { recentAppsKey } from '../../core/storage/signed-in-keys.ts'

const PLATFORMS = ['pc', 'mobile'] as const

export default function DesktopSettings({ user }: { user: SessionUser }) {
  const online = useOnline()
  const { t } = useTranslation('settings')
  const keys = PLATFORMS.map((platform) => recentAppsKey(platform, user.userId))
  const [busy, setBusy] = useState(false)
  const [hasRecents, setHasRecents] = useState(() => keys.some((key) => (key.get() ?? []).length > 0))
  const mayArrange = user.userType === 2 || user.userType === 4

  const reset = async () => {
    setBusy(true)
    await resetOrder(user)
    setBusy(false)
  }

  const clear = () => {
    const before = keys.map((key) => key.get())
    for (const key of keys) key.remove()
    setHasRecents(false)
    notify('success', t('desktop.cleared'), {
      action: {
        label: t('desktop.undo'),
        run: () => {
          keys.forEach((key, at) => key.set(before[at] ?? []))
          setHasRecents(true)
        },
      },
    })
  }

  return (
    <>
      {mayArrange && (
        <Card title={t('desktop.order')} hint={t('desktop.orderHint')}>
          <div className="k-action">
            <Button busy={busy} needsNetwork onClick={() => void reset()}>
              {t('desktop.reset')}
            </Button>
            {!online && <span className="k-soft">{t('desktop.resetOffline')}</span>}
          </div>
        </Card>
      )}
      <Card title={t('desktop.recents')} hint={t('desktop.recentsHint')}>
        <div className="k-action">
          <Button disabled={!hasRecents} onClick={clear}>
            {t('desktop.clear')}
          </Button>
          {!hasRecents && <span className="k-soft">{t('desktop.recentsNone')}</span>}
        </div>
      </Card>
    </>
  )
}
