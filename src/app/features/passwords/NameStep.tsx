import { useState, type FormEvent } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Whose password it is, and which way to prove it. */
export function NameStep({
  busy,
  problem,
  onAsk,
  onCode,
}: {
  busy: boolean
  problem: string
  /** Asks for a mail. */
  onAsk: (name: string) => Promise<void>
  /** Goes on with an administrator's code. */
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
