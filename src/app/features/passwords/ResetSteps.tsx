import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { code, filled } from '../../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH, RESET_SECRET_LENGTH } from '../../../../contract/limits.ts'
import { checkRequirements, type PasswordRule } from '../../../../contract/rules/sign-in/password.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm, type FieldInput, type FormState } from '../../ui/form/use-form.ts'

type Describe = (error: unknown) => string

export function NameStep({
  describe,
  onAsk,
  onCode,
}: {
  describe: Describe
  onAsk: (name: string) => Promise<void>
  onCode: (name: string) => void
}) {
  const { t } = useTranslation('passwords')
  const form = useForm({
    schema: z.object({ username: filled(LOGIN_NAME_LENGTH) }),
    values: { username: '' },
    texts: { username: t('usernameEmpty') },
    submit: ({ username }) => onAsk(username),
    describe,
    failureAt: 'username',
  })
  return (
    <StepForm
      form={form}
      title={t('title')}
      hint={t('nameHint')}
      action={t('send')}
      other={<Button onClick={() => onCode(form.getValues('username').trim())}>{t('haveCode')}</Button>}
    >
      <NameField {...form.field('username')} />
    </StepForm>
  )
}

export function CodeStep({
  name,
  describe,
  onCode,
  onMail,
}: {
  name: string
  describe: Describe
  onCode: (name: string, code: string) => Promise<void>
  onMail: (() => void) | null
}) {
  const { t } = useTranslation('passwords')
  const form = useForm({
    schema: z.object({ username: filled(LOGIN_NAME_LENGTH), code: filled(RESET_SECRET_LENGTH) }),
    values: { username: name, code: '' },
    texts: { username: t('usernameEmpty'), code: t('codeEmpty') },
    submit: (values) => onCode(values.username, values.code),
    describe,
    failureAt: 'code',
  })
  return (
    <StepForm
      form={form}
      title={t('enterCode')}
      hint={t('askForCode')}
      action={t('next')}
      other={onMail && <Button onClick={onMail}>{t('byMail')}</Button>}
    >
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
  )
}

export function NewPasswordStep({
  rule,
  loginName,
  describe,
  onPassword,
}: {
  rule: PasswordRule
  loginName: string
  describe: Describe
  onPassword: (password: string) => Promise<void>
}) {
  const { t } = useTranslation('passwords')
  const meetsAll = (typed: string) => checkRequirements(typed, rule, loginName).every(({ met }) => met)
  const form = useForm({
    schema: z.object({ newPassword: z.string().check(z.refine(meetsAll, code('password.against_rule'))) }),
    values: { newPassword: '' },
    texts: { newPassword: t('notYet') },
    submit: ({ newPassword }) => onPassword(newPassword),
    describe,
    failureAt: 'newPassword',
  })
  return (
    <StepForm form={form} title={t('newTitle')} hint={t('newFor', { name: loginName })} action={t('setPassword')}>
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
  )
}

function NameField(field: FieldInput) {
  const { t } = useTranslation('passwords')
  return (
    <TextField
      {...field}
      label={t('username')}
      autoComplete="username"
      autoCapitalize="none"
      maxLength={LOGIN_NAME_LENGTH}
    />
  )
}

function StepForm({
  form,
  title,
  hint,
  action,
  other,
  children,
}: {
  form: FormState
  title: string
  hint: string
  action: string
  /** A second button beside the action. */
  other?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('passwords')
  const online = useOnline()
  return (
    <form {...form.props} className="k-stack">
      <h1 className="k-focus-target" tabIndex={-1}>
        {title}
      </h1>
      <p>{hint}</p>
      {children}
      {!online && <p role="status">{t('offline')}</p>}
      <div className="k-buttons p-actions">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
          {action}
        </Button>
        {other}
      </div>
    </form>
  )
}
