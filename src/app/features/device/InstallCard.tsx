import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { installPrompt } from '../../platform/install-prompt.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { installWay } from './install-way.ts'

export function InstallCard() {
  const { t } = useTranslation('settings')
  const prompt = useObservable(installPrompt)
  const [installed] = useState(() => matchMedia('(display-mode: standalone)').matches)
  const [way] = useState(() => installWay(navigator.userAgent, navigator.maxTouchPoints))
  return (
    <section className="k-card" aria-labelledby="device-install">
      <h2 id="device-install">{t('device.install')}</h2>
      <p className="dev-soft">{t(installed ? 'device.installed' : 'device.installHint')}</p>
      {!installed && (
        <div className="dev-action">
          {prompt ? (
            <Button kind="primary" onClick={() => void prompt()}>
              {t('device.installButton')}
            </Button>
          ) : (
            <p>{t(`device.installBy.${way}`)}</p>
          )}
        </div>
      )}
    </section>
  )
}
