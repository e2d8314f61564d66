import { useState, type FormEvent, useRef } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { LOGIN_NAME_LENGTH, RESET_SECRET_LENGTH } from '../../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { checkRequirements, type PasswordRule } from '../../../../contract/rules/password.ts'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'

export function NameStep({
  busy,
  problem,
  onAsk,
  onCode,
}: {
  busy: boolean
  problem: string
  onAsk: (name: string) => Promise<void>
  onCode: (name: string) => void
}) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const [name, setName] = useState('')
  const [empty, setEmpty] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = name.trim()
    setEmpty(given === '')
    if (given === '') event.currentTarget.querySelector('input')?.focus()
    else void onAsk(given)
  }

  return (
    <form className="p-form" onSubmit={submit} noValidate>
      <h1 tabIndex={-1}>{t('title')}</h1>
      <p>{t('nameHint')}</p>
      <TextField
        label={t('username')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={empty ? t('usernameEmpty') : problem}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={LOGIN_NAME_LENGTH}
      />
      {!online && <p role="status">{t('offline')}</p>}
      <div className="p-actions">
        <Button kind="primary" type="submit" busy={busy} disabled={!online}>
          {t('send')}
        </Button>
        <Button onClick={() => onCode(name.trim())}>{t('haveCode')}</Button>
      </div>
    </form>
  )
}

export function CodeStep({
  name: given,
  busy,
  problem,
  onCode,
  onMail,
}: {
  name: string
  busy: boolean
  problem: string
  onCode: (name: string, code: string) => Promise<void>
  onMail: (() => void) | null
}) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const [name, setName] = useState(given)
  const [code, setCode] = useState('')
  const [empty, setEmpty] = useState<'name' | 'code' | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = name.trim() === '' ? 'name' : code.trim() === '' ? 'code' : null
    setEmpty(missing)
    if (missing === null) void onCode(name.trim(), code.trim())
    else event.currentTarget.querySelectorAll('input')[missing === 'name' ? 0 : 1]?.focus()
  }

  return (
    <form className="p-form" onSubmit={submit} noValidate>
      <h1 tabIndex={-1}>{t('codeTitle')}</h1>
      <p>{t('askForCode')}</p>
      <TextField
        label={t('username')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={empty === 'name' ? t('usernameEmpty') : ''}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={LOGIN_NAME_LENGTH}
      />
      <TextField
        label={t('code')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        hint={t('codeHint')}
        error={empty === 'code' ? t('codeEmpty') : empty ? '' : problem}
        className="p-code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={RESET_SECRET_LENGTH}
      />
      {!online && <p role="status">{t('offline')}</p>}
      <div className="p-actions">
        <Button kind="primary" type="submit" busy={busy} disabled={!online}>
          {t('next')}
        </Button>
        {onMail && <Button onClick={onMail}>{t('byMail')}</Button>}
      </div>
    </form>
  )
}

export function NewPasswordStep({
  rule,
  loginName,
  busy,
  problem,
  onPassword,
}: {
  rule: PasswordRule
  loginName: string
  busy: boolean
  problem: string
  onPassword: (password: string) => Promise<void>
}) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const [password, setPassword] = useState('')
  const [early, setEarly] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isGood = checkRequirements(password, rule, loginName).every(({ met }) => met)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEarly(!isGood)
    if (isGood) void onPassword(password)
    input.current?.focus()
  }

  return (
    <form className="p-form" onSubmit={submit} noValidate>
      <h1 tabIndex={-1}>{t('newTitle')}</h1>
      <p>{t('newFor', { name: loginName })}</p>
      {/* For the browser's password manager. */}
      <input name="username" autoComplete="username" value={loginName} readOnly hidden />
      <NewPasswordField
        texts={{ ...t('fields', { returnObjects: true }), label: t('newPassword') }}
        rule={rule}
        loginName={loginName}
        value={password}
        onChange={setPassword}
        error={early && !isGood ? t('notYet') : problem}
        input={input}
      />
      {!online && <p role="status">{t('offline')}</p>}
      <div className="p-actions">
        <Button kind="primary" type="submit" busy={busy} disabled={!online}>
          {t('setPassword')}
        </Button>
      </div>
    </form>
  )
}
