import { useId } from 'react'
import { discardMail, sendMailAgain, type UndeliveredMail } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { errorText } from '../../../contract/error-texts.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useSignInChange } from './use-sign-in-change.ts'
import { useLocale } from '../portal-context.ts'

/** Mail that the mail server did not take: how much, why, since when, and what can be done. */
export function UndeliveredMailPart({ mail: { failed, waiting, sendable, reason, since } }: { mail: UndeliveredMail }) {
  const { t, language } = useLocale()
  const sendAgain = useSignInChange(sendMailAgain, {
    done: t('signIn.undelivered.tried'),
    failed: t('signIn.undelivered.notTried'),
  })
  const discard = useSignInChange(discardMail, { done: t('signIn.undelivered.discarded') })
  const id = useId()

  return (
    <section className="k-inset k-stack" aria-labelledby={id}>
      <h3 id={id}>{t('signIn.undelivered.title')}</h3>
      <div>
        {failed > 0 && <p>{t('signIn.undelivered.failed', { count: failed })}</p>}
        {waiting > 0 && <p>{t('signIn.undelivered.waiting', { count: waiting })}</p>}
        <p className="k-soft">{t('signIn.undelivered.since', { time: formatDateTime(since, language) })}</p>
        <p className="ad-warning">{errorText(reason, language)}</p>
        {sendable < failed + waiting && <p className="k-soft">{t('signIn.undelivered.lapsed')}</p>}
      </div>
      <div className="k-form-footer">
        {sendable > 0 && (
          <Button busy={sendAgain.isPending} needsNetwork onClick={() => sendAgain.mutate({})}>
            {t('signIn.undelivered.again')}
          </Button>
        )}
        {failed > 0 && (
          <ConfirmButton
            question={t('signIn.undelivered.discardQuestion', { count: failed })}
            hint={t('signIn.undelivered.discardHint')}
            action={t('signIn.undelivered.discard')}
            change={() => discard.mutateAsync({})}
          />
        )}
      </div>
    </section>
  )
}
