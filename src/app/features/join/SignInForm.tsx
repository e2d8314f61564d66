import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as join from '../../../../contract/endpoints/family/join.ts'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { code } from '../../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { acceptSignIn } from '../../core/session/session.ts'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { StepForm } from '../../ui/form/StepForm.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { chosenRelation, RelationField } from './RelationField.tsx'
import type { WayProps } from './found-child.ts'

const schema = z.object({
  relation: chosenRelation,
  username: z.string().check(z.trim(), z.minLength(1, code('login.username_empty'))),
  password: z.string().check(z.trim(), z.minLength(1, code('login.password_empty'))),
  otp: z.string().check(z.trim()),
})

/** Signs in with an account that the guardian has, and adds the child to it. */
export function SignInForm({ found, onDone, onBack }: WayProps) {
  const { t } = useTranslation('join')
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    schema,
    values: { relation: '', username: '', password: '', otp: '' },
    texts: { relation: t('relation.needed') },
    async submit({ relation, otp, ...credentials }) {
      await call(session.login, { ...credentials, noIntercept: 'true', ...(otp !== '' && { otp }) })
      acceptSignIn(null)
      await call(join.redeem, { ...found.proof, relation })
      onDone()
    },
    onFailure(error) {
      const reason = error instanceof CallError ? error.code : ''
      if (reason === 'login.code_required') setAsksCode(true)
      // The account of a teacher or a pupil.
      const message = reason === 'access.denied' ? t('account.noGuardian') : failureText(error)
      form.setError('root.server', { message })
    },
  })
  return (
    <StepForm form={form} action={t('account.signInAction')} back={t('back')} onBack={onBack}>
      <RelationField {...form.field('relation')} />
      <TextField
        {...form.field('username')}
        label={t('account.loginName')}
        maxLength={LOGIN_NAME_LENGTH}
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField
        {...form.field('password')}
        label={t('account.password')}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      {asksCode && (
        <TextField
          {...form.field('otp')}
          label={t('account.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
        />
      )}
    </StepForm>
  )
}
