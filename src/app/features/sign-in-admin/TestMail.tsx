import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMAIL_LENGTH, testMail } from '../../../../contract/endpoints/sign-in-admin.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { checkTestMail } from '../../../../contract/rules/sign-in-settings.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { useAdmin } from './admin-context.ts'
import { TextField } from './Fields.tsx'
import { useForm } from './use-form.ts'

type Outcome = ResponseOf<typeof testMail> & { to: string }

/** Sends a mail to an address, and says what the mail server answered. */
export function TestMail() {
  const { t } = useTranslation('signInAdmin')
  const { language, online } = useAdmin()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [address, setAddress] = useState('')
  const id = useId()
  const form = useForm({
    initial: { to: address },
    check: checkTestMail,
    async send({ to }) {
      setOutcome(null)
      setOutcome({ ...(await call(testMail, { to })), to: to.trim() })
      setAddress(to)
    },
  })

  return (
    <form {...form.props} className="n-form n-form--inset" aria-labelledby={id}>
      <h4 id={id}>{t('test.title')}</h4>
      <TextField form={form} name="to" label={t('test.to')} hint={t('test.hint')} limit={EMAIL_LENGTH} type="email" />
      <FormFailure failure={form.failure} />
      <div role="status">
        {outcome?.problem === null && <p className="n-good">{t('test.sent', { to: outcome.to })}</p>}
        {outcome?.problem && (
          <>
            <p className="k-field__error">{errorTexts[outcome.problem.code][language === 'en' ? 'en' : 'zh']}</p>
            {outcome.problem.said !== '' && (
              <p className="n-hint n-said">{t('test.said', { words: outcome.problem.said })}</p>
            )}
          </>
        )}
      </div>
      <div className="k-form-footer">
        <Button type="submit" busy={form.busy} disabled={!online}>
          {t('test.send')}
        </Button>
      </div>
    </form>
  )
}
