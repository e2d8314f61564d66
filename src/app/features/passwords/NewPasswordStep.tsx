import { useRef, useState, type FormEvent } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { checkRequirements, type PasswordRule } from '../../../../contract/rules/password.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordField } from '../../ui/NewPasswordField.tsx'
import type { Problem } from './use-reset.ts'

/** The new password, with what it needs. */
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
  problem: Problem | null
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
        error={early && !isGood ? t('notYet') : (problem?.text ?? '')}
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
