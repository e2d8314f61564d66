import { useState, type FormEvent } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { LOGIN_NAME_LENGTH, RESET_SECRET_LENGTH } from '../../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Problem } from './use-reset.ts'

/** Name and one-time code of an administrator. */
export function CodeStep({
  name: given,
  busy,
  problem,
  onCode,
  onMail,
}: {
  name: string
  busy: boolean
  problem: Problem | null
  onCode: (name: string, code: string) => Promise<void>
  /** Goes back to the way by mail; null where there is none. */
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
        error={empty === 'code' ? t('codeEmpty') : empty ? '' : (problem?.text ?? '')}
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
