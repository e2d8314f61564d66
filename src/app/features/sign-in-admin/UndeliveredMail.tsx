import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  discardMail,
  sendMailAgain,
  type UndeliveredMail,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import { call } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { ShowSettings } from './admin-context.ts'

/** Mail that the mail server did not take: how much, why, since when, and what can be done. */
export function UndeliveredMailPart({ mail: { failed, waiting, sendable, reason, since } }: { mail: UndeliveredMail }) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const online = useOnline()
  const show = use(ShowSettings)
  const [busy, setBusy] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const id = useId()

  const tryAgain = async () => {
    setBusy(true)
    try {
      show(await call(sendMailAgain, {}), t('undelivered.tried'))
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="k-inset k-stack" aria-labelledby={id}>
      <h4 id={id}>{t('undelivered.title')}</h4>
      <div>
        {failed > 0 && <p>{t('undelivered.failed', { count: failed })}</p>}
        {waiting > 0 && <p>{t('undelivered.waiting', { count: waiting })}</p>}
        <p className="n-hint">{t('undelivered.since', { time: formatDateTime(since, language) })}</p>
        <p className="n-warning">{errorTexts[reason][language === 'en' ? 'en' : 'zh']}</p>
        {sendable < failed + waiting && <p className="n-hint">{t('undelivered.lapsed')}</p>}
      </div>
      <div className="k-form-footer">
        {sendable > 0 && (
          <Button busy={busy} disabled={!online} onClick={() => void tryAgain()}>
            {t('undelivered.again')}
          </Button>
        )}
        {failed > 0 && (
          <Button disabled={!online} onClick={() => setDiscarding(true)}>
            {t('undelivered.discard')}
          </Button>
        )}
      </div>
      {discarding && (
        <ConfirmDialog
          question={t('undelivered.discardQuestion', { count: failed })}
          hint={t('undelivered.discardHint')}
          action={t('undelivered.discard')}
          onClose={() => setDiscarding(false)}
          onConfirm={async () => {
            const settings = await call(discardMail, {})
            setDiscarding(false)
            show(settings, t('undelivered.discarded'))
          }}
        />
      )}
    </section>
  )
}
