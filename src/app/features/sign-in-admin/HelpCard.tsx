import { reportFailure, describeFailure } from '../../core/notices/report-failure.ts'
import keyGlyph from '@phosphor-icons/core/regular/key.svg?raw'
import shieldGlyph from '@phosphor-icons/core/regular/shield-slash.svg?raw'
import signOutGlyph from '@phosphor-icons/core/regular/sign-out.svg?raw'
import { useEffect, useRef, useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { endSessions, turnOffSecondStep } from '../../../../contract/endpoints/sign-in/admin-help.ts'
import { issueCode } from '../../../../contract/endpoints/sign-in/passwords.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAdmin } from './admin-context.ts'
import { Card } from './Card.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import copyGlyph from '@phosphor-icons/core/regular/copy.svg?raw'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** Refusals about the named person are shown at the name. */
const ABOUT_NAME = ['password.no_such_person', 'password.own_code', 'account.oneself', 'totp.off']
const isAboutName = (error: unknown) => error instanceof CallError && ABOUT_NAME.includes(error.code)

interface Help {
  readonly kind: HelpKind
  readonly username: string
}

export function HelpCard() {
  const { t } = useTranslation('signInAdmin')
  const online = useOnline()
  const { ProofDialog } = useAdmin()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const [help, setHelp] = useState<Help | null>(null)
  const [issued, setIssued] = useState<ResponseOf<typeof issueCode> | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const who = { name: help?.username ?? '' }
  const stop = () => setHelp(null)

  useEffect(() => {
    // After the dialog has closed, which restores the focus to its button.
    if (problem) input.current?.focus()
  }, [problem])

  const begin = (kind: HelpKind) => {
    const username = name.trim()
    setProblem(username === '' ? { text: t('help.usernameEmpty') } : null)
    if (username !== '') setHelp({ kind, username })
  }
  const refuseName = (error: unknown) => {
    if (!isAboutName(error)) throw error
    return () => setProblem({ text: describeFailure(error) })
  }

  return (
    <Card title={t('help.title')} hint={t('help.hint')}>
      <ConfirmDialog
        open={help?.kind === 'code'}
        kind="primary"
        question={t('help.code.question', who)}
        hint={t('help.code.hint')}
        action={t('help.code.action')}
        onClose={stop}
        onConfirm={() => call(issueCode, { username: who.name }).then((answer) => () => setIssued(answer), refuseName)}
      />
      <ConfirmDialog
        open={help?.kind === 'signOut'}
        question={t('help.signOut.question', who)}
        hint={t('help.signOut.hint')}
        action={t('help.signOut.action')}
        onClose={stop}
        onConfirm={() =>
          call(endSessions, { username: who.name }).then(
            ({ ended, ...person }) =>
              () =>
                notify('success', t('help.signOut.done', { ...person, count: ended })),
            refuseName,
          )
        }
      />
      <ProofDialog
        asked={
          help?.kind === 'secondStep'
            ? {
                question: t('help.secondStep.question', who),
                hint: t('help.secondStep.hint'),
                action: t('help.secondStep.action'),
                async confirm(proof) {
                  const person = await call(turnOffSecondStep, { username: who.name, ...proof })
                  stop()
                  return t('help.secondStep.done', person)
                },
              }
            : null
        }
        onClose={stop}
        onFailure={(error) => {
          if (!isAboutName(error)) return reportFailure(error)
          stop()
          return setProblem({ text: describeFailure(error) })
        }}
      />
      <IssuedCode issued={issued} onClose={() => setIssued(null)} />
      <TextField
        className="n-help__name"
        label={t('help.username')}
        input={input}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={LOGIN_NAME_LENGTH}
        value={name}
        error={problem?.text ?? ''}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <div>
        <HelpRow kind="code" glyph={keyGlyph} disabled={!online} onBegin={begin} />
        <HelpRow kind="signOut" glyph={signOutGlyph} disabled={!online} onBegin={begin} />
        <HelpRow kind="secondStep" glyph={shieldGlyph} disabled={!online} onBegin={begin} />
      </div>
    </Card>
  )
}

export type HelpKind = 'code' | 'signOut' | 'secondStep'

/** An action for a person: when it is right, what it does, and its button. */
export function HelpRow({
  kind,
  glyph,
  disabled,
  onBegin,
}: {
  kind: HelpKind
  glyph: string
  disabled: boolean
  onBegin: (kind: HelpKind) => void
}) {
  const { t } = useTranslation('signInAdmin')
  const id = useId()
  return (
    <div className="n-row n-row--help">
      <span className="n-row__glyph">
        <Icon svg={glyph} />
      </span>
      <div className="n-row__text">
        <h3>{t(`help.${kind}.when`)}</h3>
        <p className="n-hint" id={id}>
          {t(`help.${kind}.what`)}
        </p>
      </div>
      <Button aria-describedby={id} disabled={disabled} onClick={() => onBegin(kind)}>
        {t(`help.${kind}.begin`)}
      </Button>
    </div>
  )
}

type Issued = ResponseOf<typeof issueCode>

/** Shows a one-time code this once, large enough to be read out, with what to do next. */
export function IssuedCode({ issued, onClose }: { issued: Issued | null; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  return (
    <Dialog
      open={issued !== null}
      title={issued ? t('help.code.issuedFor', issued) : ''}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      {issued && <Code issued={issued} />}
    </Dialog>
  )
}

function Code({ issued: { code, expiresAt } }: { issued: Issued }) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`

  const copy = () =>
    navigator.clipboard.writeText(shown).then(
      () => notify('success', t('copied', { label: t('help.code.name') })),
      // Refused by the browser: the text can be selected.
      () => undefined,
    )

  return (
    <div className="n-code-told" role="status">
      <output className="n-code-told__code">{shown}</output>
      <Button icon={copyGlyph} onClick={() => void copy()}>
        {t('help.code.copy')}
      </Button>
      <p>{t('help.code.once', { until: formatDateTime(expiresAt, language) })}</p>
      <p>{t('help.code.where')}</p>
    </div>
  )
}
