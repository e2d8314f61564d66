import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { filled } from '../../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH, RESET_SECRET_LENGTH } from '../../../../contract/limits.ts'
import type { PasswordRule } from '../../../../contract/rules/sign-in/password.ts'
import { describePasswordFailure } from '../../core/notices/describe-password-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { newPassword } from '../../ui/form/new-password.ts'
import { StepForm, StepPanel } from '../../ui/form/StepForm.tsx'
import { useForm, type FieldInput } from '../../ui/form/use-form.ts'

export function NameStep({
  onAsk,
  onCode,
}: {
  onAsk: (name: string) => Promise<void>
  onCode: (name: string) => void
}) {
  const { t } = useTranslation('passwords')
  const form = useForm({
    schema: z.object({ username: filled(LOGIN_NAME_LENGTH) }),
    values: { username: '' },
    texts: { username: t('usernameEmpty') },
    submit: ({ username }) => onAsk(username),
    describe: describePasswordFailure,
    failureAt: 'username',
  })
  return (
    <StepPanel title={t('title')} hint={t('nameHint')}>
      <StepForm
        form={form}
        action={t('send')}
        other={<Button onClick={() => onCode(form.getValues('username').trim())}>{t('haveCode')}</Button>}
      >
        <NameField {...form.field('username')} />
      </StepForm>
    </StepPanel>
  )
}

export function CodeStep({
  name,
  onCode,
  onMail,
}: {
  name: string
  onCode: (name: string, code: string) => Promise<void>
  onMail: (() => void) | null
}) {
  const { t } = useTranslation('passwords')
  const form = useForm({
    schema: z.object({ username: filled(LOGIN_NAME_LENGTH), code: filled(RESET_SECRET_LENGTH) }),
    values: { username: name, code: '' },
    texts: { username: t('usernameEmpty'), code: t('codeEmpty') },
    submit: (values) => onCode(values.username, values.code),
    describe: describePasswordFailure,
    failureAt: 'code',
  })
  return (
    <StepPanel title={t('enterCode')} hint={t('askForCode')}>
      <StepForm form={form} action={t('next')} other={onMail && <Button onClick={onMail}>{t('byMail')}</Button>}>
        <NameField {...form.field('username')} />
        <TextField
          {...form.field('code')}
          label={t('code')}
          hint={t('codeHint')}
          className="p-code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
        />
      </StepForm>
    </StepPanel>
  )
}

export function NewPasswordStep({
  rule,
  loginName,
  onPassword,
}: {
  rule: PasswordRule
  loginName: string
  onPassword: (password: string) => Promise<void>
}) {
  const { t } = useTranslation('passwords')
  const form = useForm({
    schema: z.object({ newPassword: newPassword(rule, loginName) }),
    values: { newPassword: '' },
    texts: { newPassword: t('notYet') },
    submit: (values) => onPassword(values.newPassword),
    describe: describePasswordFailure,
    failureAt: 'newPassword',
  })
  return (
    <StepPanel title={t('newTitle')} hint={t('newFor', { name: loginName })}>
      <StepForm form={form} action={t('setPassword')}>
        {/* For the browser's password manager. */}
        <input name="username" autoComplete="username" value={loginName} readOnly hidden />
        <NewPasswordField
          {...form.field('newPassword')}
          label={t('newPassword')}
          rule={rule}
          loginName={loginName}
          typed={form.watch('newPassword')}
        />
      </StepForm>
    </StepPanel>
  )
}

function NameField(field: FieldInput) {
  const { t } = useTranslation('passwords')
  return <TextField {...field} label={t('username')} autoComplete="username" autoCapitalize="none" />
}
