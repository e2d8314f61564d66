import { describePasswordFailure } from './describe-password-failure.ts'
import { updateRemembered } from './remembered-password.ts'
import { documentUnit } from '../../../core/tenant/unit.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { change } from '../../../../../contract/endpoints/sign-in/passwords.ts'
import { checkRequirements } from '../../../../../contract/rules/password.ts'
import { call } from '../../../core/api/call.ts'
import { CallError } from '../../../core/api/call-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { NewPasswordField } from '../../../ui/fields/NewPasswordField.tsx'
import { notify } from '../../../core/notices/notices.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { renewAccount } from '../account-query.ts'
import { AccountCard } from '../AccountCard.tsx'
import { useFocusWhen } from '../use-focus-when.ts'

export function PasswordSection({ loginName }: { loginName: string }) {
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const [open, setOpen] = useState(false)
  const [opener, focusOpener] = useFocusWhen<HTMLButtonElement>(!open)

  const close = () => {
    setOpen(false)
    focusOpener()
  }

  return (
    <AccountCard
      id="account-password"
      title={t('change.title')}
      beside={
        !open && (
          <Button ref={opener} disabled={!online} onClick={() => setOpen(true)}>
            {t('change.open')}
          </Button>
        )
      }
    >
      <p className="a-note">{online ? t('change.hint') : t('change.offline')}</p>
      {open && (
        <PasswordForm
          loginName={loginName}
          onClose={close}
          onDone={() => {
            close()
            notify('success', t('change.done'))
            void renewAccount()
          }}
        />
      )}
    </AccountCard>
  )
}

function PasswordForm({ loginName, onClose, onDone }: { loginName: string; onClose: () => void; onDone: () => void }) {
  const rule = documentUnit()?.passwordRule ?? 'mixed'
  const online = useOnline()
  const { t } = useTranslation('passwords')
  const { t: common } = useTranslation('common')
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState({ field: 'current', text: '' })
  const fields = { current: useRef<HTMLInputElement>(null), next: useRef<HTMLInputElement>(null) }
  const texts = t('fields', { returnObjects: true })

  useEffect(() => {
    fields.current.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])

  const refuse = (field: 'current' | 'next', text: string) => {
    setProblem({ field, text })
    fields[field].current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem({ field: 'current', text: '' })
    if (current === '') return refuse('current', t('change.currentEmpty'))
    if (!checkRequirements(next, rule, loginName).every(({ met }) => met)) return refuse('next', t('notYet'))
    setBusy(true)
    try {
      await call(change, { password: current, newPassword: next })
      await updateRemembered(loginName, next)
      onDone()
    } catch (error) {
      const isNew = error instanceof CallError && NEW_REFUSED.has(error.code)
      refuse(isNew ? 'next' : 'current', describePasswordFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="a-password" onSubmit={(event) => void submit(event)} noValidate>
      <input name="username" autoComplete="username" value={loginName} readOnly hidden />
      <PasswordField
        label={t('change.current')}
        texts={texts}
        value={current}
        onChange={setCurrent}
        autoComplete="current-password"
        error={problem.field === 'current' ? problem.text : ''}
        input={fields.current}
      />
      <NewPasswordField
        texts={{ ...texts, label: t('newPassword') }}
        rule={rule}
        loginName={loginName}
        value={next}
        onChange={setNext}
        error={problem.field === 'next' ? problem.text : ''}
        input={fields.next}
      />
      <div className="a-buttons">
        <Button kind="primary" type="submit" busy={busy} disabled={!online}>
          {t('change.submit')}
        </Button>
        <Button onClick={onClose}>{common('cancel')}</Button>
      </div>
    </form>
  )
}

/** Refusals of the new password; others are about the current one, or about the call. */
const NEW_REFUSED: ReadonlySet<string> = new Set([
  'password.against_rule',
  'password.unchanged',
  'password.is_login_name',
  'password.guessable',
])
