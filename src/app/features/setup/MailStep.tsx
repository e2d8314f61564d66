import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { mailForm, SECRET_LENGTH, type MailForm } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { typedNumber } from '../../../../contract/fields.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { MailInputs } from '../../ui/form/MailInputs.tsx'
import { StepForm, StepPanel } from '../../ui/form/StepForm.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Draft } from './setup-draft.ts'

const mailTyped = z.extend(mailForm, {
  port: typedNumber(5, mailForm.shape.port),
  password: z.string().check(z.maxLength(SECRET_LENGTH)),
})

/** The mail server, which may wait; finishing sends everything. */
export function MailStep({
  draft,
  onType,
  onFinish,
  onBack,
}: {
  draft: Draft
  onType: (mail: Draft['mail']) => void
  onFinish: (mail?: MailForm) => Promise<void>
  onBack: () => void
}) {
  const { t } = useTranslation('setup')
  const [start] = useState(() => ({ ...draft.mail, password: '' }))
  const [skipping, setSkipping] = useState(false)
  const form = useForm({
    schema: mailTyped,
    values: start,
    submit: async ({ password, ...mail }) =>
      onFinish({ ...mail, ...(password !== '' && mail.username !== '' && { password }) }),
  })
  const keep = () => {
    const { password: _, ...mail } = form.getValues()
    onType(mail)
  }
  const [secure, port, username] = form.watch(['secure', 'port', 'username'])
  const skip = async () => {
    setSkipping(true)
    await onFinish().catch((error: unknown) => reportFailure(error))
    setSkipping(false)
  }

  return (
    <StepPanel title={t('mail.title')} hint={t('mail.hint')}>
      <StepForm
        form={form}
        action={t('mail.finish')}
        back={t('back')}
        onBack={onBack}
        onType={keep}
        other={
          <Button busy={skipping} needsNetwork disabled={form.busy} onClick={() => void skip()}>
            {t('mail.skip')}
          </Button>
        }
      >
        <MailInputs
          secure={secure}
          port={port}
          fieldOf={(name) => form.field(name)}
          onPort={(usual) => form.change('port', usual)}
        >
          {username !== '' && (
            <PasswordField {...form.field('password')} label={t('mail.password')} autoComplete="new-password" />
          )}
        </MailInputs>
      </StepForm>
    </StepPanel>
  )
}
