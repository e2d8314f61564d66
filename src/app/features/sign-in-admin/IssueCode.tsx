import './issue-code.css'
import copyGlyph from '@phosphor-icons/core/regular/copy.svg?raw'
import keyGlyph from '@phosphor-icons/core/regular/key.svg?raw'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { issueCode } from '../../../../contract/calls/passwords.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { formatDateTime } from '../../kit/format.ts'
import { notify } from '../../kit/notices.ts'
import { addTexts } from '../language/i18n.ts'
import passwords from '../../locales/zh-CN/passwords.ts'
import { useAdmin } from './admin-context.ts'

// They come with what needs them; English is in the shell's own pack.
addTexts('zh-CN', 'passwords', passwords)

/** A button whose dialog issues a code with which somebody sets a new password, and shows it once. */
export function IssueCode() {
  const { t } = useTranslation('passwords')
  const { online } = useAdmin()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={keyGlyph} disabled={!online} onClick={() => setOpen(true)}>
        {t('issue.open')}
      </Button>
      <IssueDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function IssueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('passwords')
  const { t: common } = useTranslation('common')
  const { online, describe } = useAdmin()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [issued, setIssued] = useState<AnswerOf<typeof issueCode> | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  const begin = () => {
    setName('')
    setProblem('')
    setIssued(null)
  }
  const close = () => {
    // The code is shown once: nobody finds it in a dialog that is opened again.
    begin()
    onClose()
  }

  const refuse = (text: string) => {
    setProblem(text)
    input.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const username = name.trim()
    if (username === '') return refuse(t('issue.usernameEmpty'))
    setBusy(true)
    try {
      setIssued(await call(issueCode, { username }))
      setProblem('')
    } catch (error) {
      refuse(describe(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      title={issued ? t('issue.issuedFor', issued) : t('issue.open')}
      onClose={close}
      footer={
        issued ? (
          <>
            <Button onClick={begin}>{t('issue.another')}</Button>
            <Button kind="primary" onClick={close}>
              {common('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{common('cancel')}</Button>
            <Button kind="primary" type="submit" form={id} busy={busy} disabled={!online}>
              {t('issue.submit')}
            </Button>
          </>
        )
      }
    >
      {issued ? (
        <Issued issued={issued} />
      ) : (
        <form id={id} className="n-issue" onSubmit={(event) => void submit(event)} noValidate>
          <p>{t('issue.hint')}</p>
          <div className="k-field">
            <label className="k-field__label" htmlFor={`${id}-name`}>
              {t('username')}
            </label>
            <input
              ref={input}
              id={`${id}-name`}
              className="k-field__input"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={LOGIN_NAME_LENGTH}
              value={name}
              aria-invalid={problem !== '' || undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => setName(event.target.value)}
            />
            <p className="k-field__error" id={`${id}-problem`} role="alert">
              {problem}
            </p>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function Issued({ issued: { code, expiresAt } }: { issued: AnswerOf<typeof issueCode> }) {
  const { t } = useTranslation('passwords')
  const { language } = useAdmin()
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`

  const copy = () =>
    navigator.clipboard.writeText(shown).then(
      () => notify('success', t('issue.copied')),
      // Refused by the browser: it can be read and selected all the same.
      () => undefined,
    )

  return (
    <div className="n-issue" role="status">
      <output className="n-issue__code">{shown}</output>
      <Button icon={copyGlyph} onClick={() => void copy()}>
        {t('issue.copy')}
      </Button>
      <p>{t('issue.once', { until: formatDateTime(expiresAt, language) })}</p>
      <p>{t('issue.where')}</p>
    </div>
  )
}
