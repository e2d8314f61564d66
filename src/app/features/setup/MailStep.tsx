import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { EMAIL_LENGTH } from '../../../../contract/limits.ts'
import {
  HOST_LENGTH,
  mailForm,
  SECRET_LENGTH,
  type MailForm,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { typedNumber } from '../../../../contract/fields.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Draft } from './setup-draft.ts'
import { StepForm } from './StepForm.tsx'

const PORTS = { tls: '465', starttls: '587', none: '25' }
const mailTyped = z.extend(mailForm, { port: typedNumber(5, mailForm.shape.port), password: z.string() })

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
  const { t: passwords } = useTranslation('passwords')
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
  const security = form.field('secure')
  const skip = async () => {
    setSkipping(true)
    await onFinish().catch((error: unknown) => reportFailure(error))
    setSkipping(false)
  }

  return (
    <StepForm
      form={form}
      title={t('mail.title')}
      hint={t('mail.hint')}
      action={t('mail.finish')}
      onBack={onBack}
      onType={keep}
      other={
        <Button busy={skipping} needsNetwork disabled={form.busy} onClick={() => void skip()}>
          {t('mail.skip')}
        </Button>
      }
    >
      <TextField
        {...form.field('host')}
        label={t('mail.host')}
        maxLength={HOST_LENGTH}
        inputMode="url"
        placeholder="smtp.example.com"
        autoComplete="off"
      />
      <div className="k-form__pair">
        <SelectField
          {...security}
          label={t('mail.secure')}
          options={(['tls', 'starttls', 'none'] as const).map((one) => [one, t(`mail.securities.${one}`)] as const)}
          onChange={(event) => {
            security.onChange(event)
            if (port === PORTS[secure]) form.change('port', PORTS[form.getValues('secure')])
          }}
        />
        <TextField
          {...form.field('port')}
          label={t('mail.port')}
          maxLength={5}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      {secure === 'none' && (
        <p className="k-caution" role="status">
          {t('mail.securities.noneHint')}
        </p>
      )}
      <TextField
        {...form.field('username')}
        label={t('mail.username')}
        hint={t('mail.usernameHint')}
        maxLength={EMAIL_LENGTH}
        autoComplete="off"
      />
      {username !== '' && (
        <PasswordField
          {...form.field('password')}
          label={t('mail.password')}
          texts={passwords('fields', { returnObjects: true })}
          autoComplete="new-password"
          maxLength={SECRET_LENGTH}
        />
      )}
      <TextField
        {...form.field('fromAddress')}
        label={t('mail.from')}
        maxLength={EMAIL_LENGTH}
        inputMode="email"
        placeholder="portal@example.com"
        autoComplete="off"
      />
    </StepForm>
  )
}
