import { use, useId, useState } from 'react'
import { discardMail, sendMailAgain, type UndeliveredMail } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { errorText } from '../../../contract/error-texts.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { ShowSettings } from './show-settings.ts'
import { usePortal, useTexts } from '../portal-context.ts'

/** Mail that the mail server did not take: how much, why, since when, and what can be done. */
export function UndeliveredMailPart({ mail: { failed, waiting, sendable, reason, since } }: { mail: UndeliveredMail }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const show = use(ShowSettings)
  const [busy, setBusy] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const id = useId()

  const tryAgain = async () => {
    setBusy(true)
    try {
      show(await portal.call(sendMailAgain, {}, { quiet: true }), t('signIn.undelivered.tried'))
    } catch (error) {
      portal.notify('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="k-inset k-stack" aria-labelledby={id}>
      <h3 id={id}>{t('signIn.undelivered.title')}</h3>
      <div>
        {failed > 0 && <p>{t('signIn.undelivered.failed', { count: failed })}</p>}
        {waiting > 0 && <p>{t('signIn.undelivered.waiting', { count: waiting })}</p>}
        <p className="n-hint">{t('signIn.undelivered.since', { time: formatDateTime(since, language) })}</p>
        <p className="n-warning">{errorText(reason, language)}</p>
        {sendable < failed + waiting && <p className="n-hint">{t('signIn.undelivered.lapsed')}</p>}
      </div>
      <div className="k-form-footer">
        {sendable > 0 && (
          <Button busy={busy} needsNetwork onClick={() => void tryAgain()}>
            {t('signIn.undelivered.again')}
          </Button>
        )}
        {failed > 0 && (
          <Button needsNetwork onClick={() => setDiscarding(true)}>
            {t('signIn.undelivered.discard')}
          </Button>
        )}
      </div>
      {discarding && (
        <ConfirmDialog
          question={t('signIn.undelivered.discardQuestion', { count: failed })}
          hint={t('signIn.undelivered.discardHint')}
          action={t('signIn.undelivered.discard')}
          onClose={() => setDiscarding(false)}
          onConfirm={async () => {
            const settings = await portal.call(discardMail, {}, { quiet: true })
            setDiscarding(false)
            show(settings, t('signIn.undelivered.discarded'))
          }}
        />
      )}
    </section>
  )
}
