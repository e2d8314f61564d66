import '../../features/desktop/desktop-texts.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStaff } from '../../../../contract/fields.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { resetOrder } from '../../features/desktop/arrange/save-order.ts'
import { useChange } from '../../core/query/use-change.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { notify } from '../../core/notices/notices.ts'
import { recentAppsKey } from '../../core/storage/signed-in-keys.ts'

const PLATFORMS = ['pc', 'mobile'] as const

export default function DesktopSettings({ user }: { user: SessionUser }) {
  const online = useOnline()
  const { t } = useTranslation('settings')
  const keys = PLATFORMS.map((platform) => recentAppsKey(platform, user.userId))
  const reset = useChange(() => resetOrder(user), { renews: [] })
  const [hasRecents, setHasRecents] = useState(() => keys.some((key) => (key.get() ?? []).length > 0))
  const mayArrange = isStaff(user.userType)

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
            <Button busy={reset.isPending} needsNetwork onClick={() => reset.mutate()}>
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
