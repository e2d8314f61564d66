import './bind.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { bindIdentity } from '../../../../../contract/endpoints/sign-in/sso.ts'
import type { UnitConfig } from '../../../../../contract/endpoints/units/tenant.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../../../contract/errors.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { PortalError } from '../../../../../contract/portal-error.ts'
import { call } from '../../../core/api/call.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { readStartedSignIn } from '../../../core/session/flow/external-sign-in.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { StepForm, StepPanel } from '../../../ui/form/StepForm.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { UnitCard } from '../../../ui/layout/UnitCard.tsx'
import { CodeField } from '../../../ui/sign-in/CodeField.tsx'
import { bindFailure, bindText, type BindFailure } from './bind-outcome.ts'

const filled = (empty: ErrorCode) => z.string().check(z.trim(), z.minLength(1, empty))

/** Links a just proved external account to the school account whose password is given. */
export function BindPage({
  unit,
  search,
  onBound,
}: {
  unit: UnitConfig | null
  search: string
  onBound: (answer: ResponseOf<typeof bindIdentity>) => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const query = new URLSearchParams(search)
  const id = query.get('id')
  const deviceId = query.get('deviceId')
  const [end, setEnd] = useState<BindFailure | { kind: 'done' } | null>(id ? null : { kind: 'gone' })
  const [asksCode, setAsksCode] = useState(false)
  const [provider] = useState(() => readStartedSignIn()?.provider)
  const code = useRef<HTMLInputElement>(null)
  /** What the form says of a failure. */
  const told = (error: unknown): unknown => {
    const failure = bindFailure(error)
    if (failure.kind === 'gone' || failure.kind === 'taken') setEnd(failure)
    if (failure.kind === 'code') setAsksCode(true)
    if (failure.kind !== 'code' || !asksCode) return error
    return new PortalError('login.code_wrong', { fields: [{ field: 'otp', code: 'login.code_wrong' }] })
  }
  const form = useForm({
    schema: z.object({
      username: filled('login.username_empty'),
      password: filled('login.password_empty'),
      otp: asksCode ? filled('field.required') : z.string(),
    }),
    values: { username: '', password: '', otp: '' },
    async submit({ username, password, otp }) {
      const extra = { ...(otp && { otp }), ...(deviceId && { deviceId }) }
      try {
        onBound(await call(bindIdentity, { id: id ?? '', username, password, ...extra }))
      } catch (error) {
        throw told(error)
      }
      setEnd({ kind: 'done' })
    },
    failureAt: 'password',
    describe: bindText,
  })
  const { setFocus } = form

  useEffect(() => {
    document.title = t('bind.title')
  }, [t])
  useEffect(() => {
    if (id) setFocus('username')
  }, [id, setFocus])

  const backToLogin = (
    <a className="k-button k-button--primary" href="/login">
      {t('bind.backToLogin')}
    </a>
  )
  return (
    <UnitCard unit={unit}>
      {end?.kind === 'gone' ? (
        <EmptyState titleAs="h1" title={t('bind.goneTitle')} hint={t('bind.goneHint')} action={backToLogin} />
      ) : end?.kind === 'taken' ? (
        <EmptyState titleAs="h1" title={t('bind.takenTitle')} hint={end.text} action={backToLogin} />
      ) : (
        <StepPanel
          title={t('bind.title')}
          hint={t('bind.hint', {
            provider: provider ? (language === 'en' && provider.englishName) || provider.name : t('bind.someProvider'),
          })}
        >
          {end ? (
            <p role="status">{t('bind.done')}</p>
          ) : (
            <StepForm form={form} action={t('bind.submit')}>
              <TextField
                {...form.field('username')}
                label={t('bind.username')}
                autoComplete="username"
                autoCapitalize="none"
                maxLength={LOGIN_NAME_LENGTH}
              />
              <PasswordField
                {...form.field('password')}
                label={t('bind.password')}
                autoComplete="current-password"
                maxLength={PASSWORD_LENGTH}
              />
              {asksCode && (
                <CodeField
                  input={code}
                  error={form.errorOf('otp')}
                  missing={form.formState.errors.otp?.message === 'field.required'}
                  onType={(typed) => form.change('otp', typed)}
                  onBack={() => {
                    setAsksCode(false)
                    form.change('otp', '')
                  }}
                />
              )}
            </StepForm>
          )}
          <p className="k-soft b-back">
            {t('bind.notMine')} <a href="/login">{t('bind.backToLogin')}</a>
          </p>
        </StepPanel>
      )}
    </UnitCard>
  )
}
