import './bind.css'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { bindIdentity } from '../../../../../contract/endpoints/sign-in/sso.ts'
import type { UnitConfig } from '../../../../../contract/endpoints/units/tenant.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { UnitCard } from '../../../ui/layout/UnitCard.tsx'
import { readStartedSignIn } from '../../../core/session/flow/external-sign-in.ts'
import { bindFailure, type BindFailure } from './bind-outcome.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { checkLoginForm, type LoginForm } from '../../../../../contract/rules/sign-in/login.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { CodeField } from '../../../ui/sign-in/CodeField.tsx'
import { signInTexts } from '../../../core/session/login-texts.ts'

type State = { kind: 'idle' } | { kind: 'sending' } | { kind: 'done' } | BindFailure

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
  const [state, setState] = useState<State>(id ? { kind: 'idle' } : { kind: 'gone' })
  const [asksCode, setAsksCode] = useState(false)
  const [provider] = useState(() => readStartedSignIn()?.provider)
  /** Ignores a second press while a call is running. */
  const busy = useRef(false)

  useEffect(() => {
    document.title = t('bind.title')
  }, [t])

  const submit = async ({ username, password, otp }: BindValues) => {
    if (!id || busy.current) return
    busy.current = true
    setState({ kind: 'sending' })
    const extra = { ...(otp && { otp }), ...(deviceId && { deviceId }) }
    try {
      const answer = await call(bindIdentity, { id, username, password, ...extra })
      setState({ kind: 'done' })
      onBound(answer)
    } catch (error) {
      const failure = bindFailure(error)
      if (failure.kind === 'code') setAsksCode(true)
      setState(failure)
    } finally {
      busy.current = false
    }
  }

  const backToLogin = (
    <a className="k-button k-button--primary" href="/login">
      {t('bind.backToLogin')}
    </a>
  )
  return (
    <UnitCard unit={unit}>
      {state.kind === 'gone' ? (
        <EmptyState titleAs="h1" title={t('bind.goneTitle')} hint={t('bind.goneHint')} action={backToLogin} />
      ) : state.kind === 'taken' ? (
        <EmptyState titleAs="h1" title={t('bind.takenTitle')} hint={state.text} action={backToLogin} />
      ) : (
        <>
          <h1>{t('bind.title')}</h1>
          <p className="k-soft">
            {t('bind.hint', {
              provider: provider
                ? (language === 'en' && provider.englishName) || provider.name
                : t('bind.someProvider'),
            })}
          </p>
          <BindForm
            sending={state.kind === 'sending' || state.kind === 'done'}
            asksCode={asksCode}
            failure={state.kind === 'form' || state.kind === 'code' ? state : null}
            onBack={() => {
              setAsksCode(false)
              setState({ kind: 'idle' })
            }}
            onSubmit={(values) => void submit(values)}
          />
          <p className="b-state" role="status">
            {state.kind === 'done' && t('bind.done')}
          </p>
          <p className="k-soft b-back">
            {t('bind.notMine')} <a href="/login">{t('bind.backToLogin')}</a>
          </p>
        </>
      )}
    </UnitCard>
  )
}

type BindValues = LoginForm & { otp: string }

function BindForm({
  sending,
  asksCode,
  failure,
  onBack,
  onSubmit,
}: {
  sending: boolean
  asksCode: boolean
  /** The result of the last attempt, shown at its field. */
  failure: Exclude<BindFailure, { kind: 'gone' }> | null
  /** Back from the code to name and password. */
  onBack: () => void
  onSubmit: (values: BindValues) => void
}) {
  const { t } = useTranslation('externalAccount')
  const texts = signInTexts(useLanguage())
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const otp = useRef<HTMLInputElement>(null)
  const [empty, setEmpty] = useState<keyof BindValues | null>(null)

  useEffect(() => username.current?.focus(), [])
  useEffect(() => {
    if (!failure) return
    const field = failure.kind === 'code' ? otp : password
    field.current?.focus()
    field.current?.select()
  }, [failure])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const check = checkLoginForm({ username: username.current?.value ?? '', password: password.current?.value ?? '' })
    const code = otp.current?.value.trim() ?? ''
    const missing = !check.ok ? check.errors[0].field : asksCode && !code ? 'otp' : null
    setEmpty(missing)
    if (missing) ({ username, password, otp })[missing].current?.focus()
    else if (check.ok) onSubmit({ ...check.form, otp: code })
  }

  const passwordError =
    empty === 'password' ? texts.empty.password : !empty && failure?.kind === 'form' ? failure.text : ''
  const codeError = !empty && failure?.kind === 'code' ? failure.text : ''
  return (
    <form className="k-stack" onSubmit={submit} noValidate>
      <TextField
        ref={username}
        label={t('bind.username')}
        error={empty === 'username' ? texts.empty.username : ''}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={LOGIN_NAME_LENGTH}
      />
      <TextField
        ref={password}
        label={t('bind.password')}
        error={passwordError}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      {asksCode && <CodeField input={otp} error={codeError} missing={empty === 'otp'} onBack={onBack} />}
      <Button kind="primary" type="submit" className="b-submit" busy={sending}>
        {t('bind.submit')}
      </Button>
    </form>
  )
}
