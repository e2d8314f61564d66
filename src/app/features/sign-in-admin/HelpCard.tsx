import { reportFailure, describeFailure } from '../../core/notices/report-failure.ts'
import PhoneIcon from '@phosphor-icons/core/regular/phone.svg?react'
import KeyIcon from '@phosphor-icons/core/regular/key.svg?react'
import ShieldIcon from '@phosphor-icons/core/regular/shield-slash.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import { useEffect, useRef, useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { contactOf, endSessions, turnOffSecondStep } from '../../../../contract/endpoints/sign-in/admin-help.ts'
import { issueCode } from '../../../../contract/endpoints/sign-in/passwords.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { ProofDialog } from './admin-context.ts'
import { Card } from './Card.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import CopyIcon from '@phosphor-icons/core/regular/copy.svg?react'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

/** Refusals about the named person are shown at the name. */
const ABOUT_NAME = ['password.no_such_person', 'password.own_code', 'account.oneself', 'totp.off']

const KINDS = [
  ['contact', PhoneIcon],
  ['code', KeyIcon],
  ['signOut', SignOutIcon],
  ['secondStep', ShieldIcon],
] as const
type HelpKind = (typeof KINDS)[number][0]

export function HelpCard({ ProofDialog }: { ProofDialog: ProofDialog }) {
  const { t } = useTranslation('signInAdmin')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const [help, setHelp] = useState<{ kind: HelpKind; username: string } | null>(null)
  const [seen, setSeen] = useState<ResponseOf<typeof contactOf> | null>(null)
  const [issued, setIssued] = useState<ResponseOf<typeof issueCode> | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const kind = help?.kind
  const username = help?.username ?? ''
  const stop = () => setHelp(null)

  useEffect(() => {
    // After the dialog has closed, which restores the focus to its button.
    if (problem) input.current?.focus()
  }, [problem])

  const begin = (wanted: HelpKind) => {
    const given = name.trim()
    setProblem(given === '' ? { text: t('help.usernameEmpty') } : null)
    if (given === '') return
    if (wanted === 'contact') void look(given)
    else setHelp({ kind: wanted, username: given })
  }
  /** Shows a refusal that is about the person in place of the dialog; hands others on. */
  const refuse = (handOn: (error: unknown) => void) => (error: unknown) => {
    if (!(error instanceof CallError && ABOUT_NAME.includes(error.code))) return handOn(error)
    stop()
    return setProblem({ text: describeFailure(error) })
  }
  /** Needs no confirmation: it changes nothing. */
  const look = (given: string) => call(contactOf, { username: given }).then(setSeen, refuse(reportFailure))
  const textsOf = (asked: Exclude<HelpKind, 'contact'>) => ({
    question: t(`help.${asked}.question`, { name: username }),
    hint: t(`help.${asked}.hint`),
    action: t(`help.${asked}.action`),
  })

  const issue = async () => {
    const answer = await call(issueCode, { username })
    stop()
    setIssued(answer)
  }
  const signOut = async () => {
    const { ended, ...person } = await call(endSessions, { username })
    stop()
    notify('success', t('help.signOut.done', { ...person, count: ended }))
  }
  const confirmed = { code: issue, signOut }

  return (
    <Card title={t('help.title')} hint={t('help.hint')}>
      {(kind === 'code' || kind === 'signOut') && (
        <ConfirmDialog
          {...textsOf(kind)}
          kind={kind === 'code' ? 'primary' : 'danger'}
          onClose={stop}
          onConfirm={() => confirmed[kind]().catch(refuse(rethrow))}
        />
      )}
      <ProofDialog
        asked={
          kind === 'secondStep'
            ? {
                ...textsOf('secondStep'),
                async confirm(proof) {
                  const person = await call(turnOffSecondStep, { username, ...proof })
                  stop()
                  return t('help.secondStep.done', person)
                },
              }
            : null
        }
        onClose={stop}
        onFailure={refuse(reportFailure)}
      />
      {seen && <SeenContact seen={seen} onClose={() => setSeen(null)} />}
      {issued && <IssuedCode issued={issued} onClose={() => setIssued(null)} />}
      <TextField
        className="n-help__name"
        label={t('help.username')}
        ref={input}
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
        {KINDS.map(([each, glyph]) => (
          <HelpRow key={each} kind={each} glyph={glyph} onBegin={() => begin(each)} />
        ))}
      </div>
    </Card>
  )
}

/** An action for a person: when it is right, what it does, and its button. */
function HelpRow({ kind, glyph, onBegin }: { kind: HelpKind; glyph: SvgComponent; onBegin: () => void }) {
  const { t } = useTranslation('signInAdmin')
  const online = useOnline()
  const id = useId()
  return (
    <div className="k-row n-help">
      <span className="k-row__glyph">
        <Icon svg={glyph} />
      </span>
      <div className="k-row__text">
        <h3>{t(`help.${kind}.when`)}</h3>
        <p className="n-hint" id={id}>
          {t(`help.${kind}.what`)}
        </p>
      </div>
      <Button aria-describedby={id} disabled={!online} onClick={onBegin}>
        {t(`help.${kind}.begin`)}
      </Button>
    </div>
  )
}

function SeenContact({ seen, onClose }: { seen: ResponseOf<typeof contactOf>; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  return (
    <Dialog
      open
      title={t('help.contact.of', seen)}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <dl className="n-contact">
        {(['phone', 'contact', 'email'] as const).map((each) => (
          <div key={each}>
            <dt className="n-hint">{t(`help.contact.${each}`)}</dt>
            <dd>{seen[each] || t('help.contact.none')}</dd>
          </div>
        ))}
      </dl>
      <p className="n-hint">{t('help.contact.seen')}</p>
    </Dialog>
  )
}

/** Shows a one-time code this once, large enough to be read out, with what to do next. */
function IssuedCode({ issued, onClose }: { issued: ResponseOf<typeof issueCode>; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const shown = `${issued.code.slice(0, 4)}-${issued.code.slice(4)}`

  const copy = () =>
    navigator.clipboard.writeText(shown).then(
      () => notify('success', t('copied', { label: t('help.code.name') })),
      // Refused by the browser: the text can be selected.
      () => undefined,
    )

  return (
    <Dialog
      open
      title={t('help.code.issuedFor', issued)}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <div className="n-code-told" role="status">
        <output className="n-code-told__code">{shown}</output>
        <Button icon={CopyIcon} onClick={() => void copy()}>
          {t('help.code.copy')}
        </Button>
        <p>{t('help.code.once', { until: formatDateTime(issued.expiresAt, language) })}</p>
        <p>{t('help.code.where')}</p>
      </div>
    </Dialog>
  )
}

function rethrow(error: unknown): never {
  throw error
}
