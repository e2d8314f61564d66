import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../../contract/limits.ts'
import { checkLoginForm, type LoginForm } from '../../../../../contract/rules/login.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { CodeField } from '../CodeField.tsx'
import { signInTexts } from '../../../core/session/login-texts.ts'

/** What is sent: whose account it is, and its second step once that was asked for. */
export type BindValues = LoginForm & { otp: string }

type Field = 'username' | 'password' | 'otp'

/** Name and password of the school account; the code of its second step once that was asked for. */
export function BindForm({
  sending,
  asksCode,
  failure,
  onBack,
  onSubmit,
}: {
  sending: boolean
  asksCode: boolean
  /** The answer to the last attempt, shown at the field that it belongs to. */
  failure: { kind: 'form' | 'code'; text: string } | null
  /** Leads from the code back to name and password. */
  onBack: () => void
  onSubmit: (values: BindValues) => void
}) {
  const { t } = useTranslation('elsewhere')
  const texts = signInTexts(useLanguage())
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const otp = useRef<HTMLInputElement>(null)
  const [empty, setEmpty] = useState<Field | null>(null)

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
    <form className="b-form" onSubmit={submit} noValidate>
      <TextField
        input={username}
        label={t('bind.username')}
        error={empty === 'username' ? texts.empty.username : ''}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={LOGIN_NAME_LENGTH}
      />
      <TextField
        input={password}
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
