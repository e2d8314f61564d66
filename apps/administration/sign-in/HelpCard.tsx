import PhoneIcon from '@phosphor-icons/core/regular/phone.svg?react'
import KeyIcon from '@phosphor-icons/core/regular/key.svg?react'
import ShieldIcon from '@phosphor-icons/core/regular/shield-slash.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useId } from 'react'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import { secondStep } from '../../../contract/endpoints/sign-in/second-factor.ts'
import { issueCode } from '../../../contract/endpoints/sign-in/passwords.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { AccountName } from '../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH } from '../../../contract/limits.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { errorText } from '../../../contract/error-texts.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { ProofDialog } from '../../../src/app/ui/proof/ProofDialog.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { CopyButton } from '../../../src/app/ui/fields/CopyButton.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { Fact, Facts } from '../../../src/app/ui/record/Facts.tsx'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { personName, useLocale } from '../portal-context.ts'

/** Refusals about the named person are shown at the name. */
const ABOUT_NAME = [
  'password.no_such_person',
  'password.nobody_in_part',
  'password.own_code',
  'account.oneself',
  'totp.off',
] as const

const KINDS = [
  ['contact', PhoneIcon],
  ['code', KeyIcon],
  ['signOut', SignOutIcon],
  ['secondStep', ShieldIcon],
] as const
type HelpKind = (typeof KINDS)[number][0]

/** What administrators do for one person who cannot sign in. */
export function HelpCard() {
  const { t, language } = useLocale()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const [help, setHelp] = useState<{ kind: HelpKind; username: string } | null>(null)
  const look = useChange(adminHelp.contactOf)
  const issue = useChange(issueCode)
  const signOut = useChange(adminHelp.endSessions, {
    done: (person) => t('signIn.help.signOut.done', { ...namesOf(person, language), count: person.ended }),
  })
  const turnOff = useChange(adminHelp.turnOffSecondStep)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const kind = help?.kind
  const call = useCall()
  const ownStep = useQuery({
    ...endpointQuery(secondStep, {}),
    queryFn: ({ signal }) => call(secondStep, {}, { signal }),
    enabled: kind === 'secondStep',
    // Else a proof that fails without a network would wait for one, and then be sent.
    networkMode: 'always',
  })
  const username = help?.username ?? ''
  const stop = () => setHelp(null)

  useEffect(() => {
    // After the dialog has closed, which restores the focus to its button.
    if (problem) input.current?.focus()
  }, [problem])

  /** Shows a refusal that is about the person at the name, in place of the dialog. False for other failures. */
  const showAtName = (error: unknown): boolean => {
    const code = ABOUT_NAME.find((one) => one === failureCode(error))
    if (!code) return false
    stop()
    setProblem({ text: errorText(code, language) })
    return true
  }
  const report = (error: unknown) => {
    if (!showAtName(error)) notify('error', failureText(error))
  }
  const begin = (wanted: HelpKind) => {
    const given = name.trim()
    setProblem(given === '' ? { text: t('signIn.help.usernameEmpty') } : null)
    if (given === '') return
    // Asks nothing: it changes nothing.
    if (wanted === 'contact') look.mutate({ username: given }, { onError: report })
    else setHelp({ kind: wanted, username: given })
  }
  const textsOf = (asked: Exclude<HelpKind, 'contact'>) => ({
    question: t(`signIn.help.${asked}.question`, { name: username }),
    hint: t(`signIn.help.${asked}.hint`),
    action: t(`signIn.help.${asked}.action`),
  })

  return (
    <Card data-action="help-person" title={t('signIn.help.title')} hint={t('signIn.help.hint')}>
      {(kind === 'code' || kind === 'signOut') && (
        <ConfirmDialog
          {...textsOf(kind)}
          kind={kind === 'code' ? 'primary' : 'danger'}
          onClose={stop}
          change={() =>
            (kind === 'code' ? issue : signOut).mutateAsync({ username }).catch((error: unknown) => {
              if (!showAtName(error)) throw error
            })
          }
        />
      )}
      {kind === 'secondStep' && (
        <ProofDialog
          asked={{
            ...textsOf('secondStep'),
            async confirm(proof) {
              const person = await turnOff.mutateAsync({ username, ...proof })
              stop()
              return t('signIn.help.secondStep.done', namesOf(person, language))
            },
          }}
          query={ownStep}
          onClose={stop}
          onFailure={report}
        />
      )}
      {look.data && <SeenContact seen={look.data} onClose={look.reset} />}
      {issue.data && <IssuedCode issued={issue.data} onClose={issue.reset} />}
      <TextField
        className="n-help__name"
        label={t('signIn.help.username')}
        ref={input}
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
          <div key={each} className="k-row ad-entry-row n-help">
            <span className="k-row__glyph">
              <Icon svg={glyph} />
            </span>
            <div className="k-row__text">
              <h3>{t(`signIn.help.${each}.when`)}</h3>
              <p className="k-soft" id={`${id}-${each}`}>
                {t(`signIn.help.${each}.what`)}
              </p>
            </div>
            <Button aria-describedby={`${id}-${each}`} needsNetwork onClick={() => begin(each)}>
              {t(`signIn.help.${each}.begin`)}
            </Button>
          </div>
        ))}
      </div>
    </Card>
  )
}

function SeenContact({ seen, onClose }: { seen: ResponseOf<typeof adminHelp.contactOf>; onClose: () => void }) {
  const { t, language } = useLocale()
  const none = t('signIn.help.contact.none')
  return (
    <Dialog
      title={t('signIn.help.contact.of', namesOf(seen, language))}
      width={NARROW_DIALOG}
      onClose={onClose}
      done={t('action.close')}
    >
      <Facts>
        <Fact label={t('form.phone')}>{seen.phoneShown || none}</Fact>
        <Fact label={t('signIn.help.contact.contact')}>{seen.contact || none}</Fact>
        <Fact label={t('form.email')}>{seen.email || none}</Fact>
      </Facts>
      <p className="k-soft">{t('signIn.help.contact.seen')}</p>
    </Dialog>
  )
}

/** Shows a one-time code this once, large enough to be read out, with what to do next. */
function IssuedCode({ issued, onClose }: { issued: ResponseOf<typeof issueCode>; onClose: () => void }) {
  const { t, language } = useLocale()
  const code = useRef<HTMLElement>(null)
  const shown = `${issued.code.slice(0, 4)}-${issued.code.slice(4)}`

  return (
    <Dialog
      title={t('signIn.help.code.issuedFor', namesOf(issued, language))}
      width={NARROW_DIALOG}
      onClose={onClose}
      done={t('action.close')}
    >
      <div className="k-stack" role="status">
        <code className="n-code" ref={code}>
          {shown}
        </code>
        <CopyButton label={t('signIn.help.code.name')} text={shown} shownIn={code} />
        <p>{t('signIn.help.code.once', { until: formatDateTime(issued.expiresAt, language) })}</p>
        <p>{t('signIn.help.code.where')}</p>
      </div>
    </Dialog>
  )
}

/** How the texts name a person. */
function namesOf(person: AccountName & { loginName: string }, language: Language) {
  return { name: personName(person, language), loginName: person.loginName }
}
