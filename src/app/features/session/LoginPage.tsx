import { useEffect, useRef, useState } from 'react'
import type { UnitConfig } from '../../../../contract/calls/tenant.ts'
import type { LoginForm as LoginValues } from '../../../../contract/rules/login.ts'
import { CampusScene } from './CampusScene.tsx'
import { LoginForm, type Keeping, type LoginFormState } from './LoginForm.tsx'
import type { SignInTexts } from './login-texts.ts'
import type { SignedIn } from './sign-in.ts'
import { useEntry, type Entry } from './use-entry.ts'

/** How an attempt ended, as the page shows it. */
export type SignInOutcome = { ok: true; answer: SignedIn } | { ok: false; text: string }

const SENDING: LoginFormState = { status: 'sending' }

/** What happened before this script came: an attempt that is under way, or a press with an empty field. */
export interface EarlyAttempt {
  outcome: Promise<SignInOutcome> | null
  pressedEmpty: boolean
}

/** The full-page login. What it draws must equal the prerendered document, apart from what effects add later. */
export function LoginPage({
  texts,
  unit,
  failed,
  entry,
  adopt,
  remembered,
  attempt,
  onSignedIn,
  onForgot,
  onLanguage,
}: {
  texts: SignInTexts
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'>
  /** The text of an attempt that ended before this page was there. */
  failed: string | null
  /** A way in that runs beside the form. */
  entry: Entry | null
  /** Takes the delivered form over; tells once what was pressed on it before. */
  adopt: () => EarlyAttempt | null
  remembered: LoginValues | null
  attempt: (values: LoginValues, keeping: Keeping) => Promise<SignInOutcome>
  onSignedIn: (answer: Pick<SignedIn, 'start'>) => void
  onForgot: () => void
  onLanguage: () => void
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })
  const [pressedEmpty, setPressedEmpty] = useState(false)
  const [alive, setAlive] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const { phase, abandon } = useEntry(entry, (outcome) => {
    if (outcome.kind === 'in') onSignedIn({ start: outcome.start ?? undefined })
    if (outcome.kind === 'failed') setState({ status: 'failed', text: outcome.text })
  })

  const follow = async (outcome: Promise<SignInOutcome>) => {
    setState(SENDING)
    const result = await outcome
    if (result.ok) onSignedIn(result.answer)
    else setState({ status: 'failed', text: result.text })
  }

  useEffect(() => {
    setAlive(true)
    const early = adopt()
    if (failed !== null) setState({ status: 'failed', text: failed })
    if (early?.pressedEmpty) setPressedEmpty(true)
    if (early?.outcome) {
      abandon()
      void follow(early.outcome)
    } else if (document.activeElement === document.body)
      form.current?.querySelector('input')?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at adoption
  }, [])

  return (
    <div className="l-page">
      <main className="l-main">
        <section className="l-card" role="dialog" aria-labelledby="login-title">
          <h1 className="l-title" id="login-title" data-t="title">
            {texts.title}
          </h1>
          <LoginForm
            texts={texts}
            form={form}
            state={phase === 'entering' ? SENDING : state}
            pressedEmpty={pressedEmpty}
            remembered={remembered}
            onSubmit={(values, keeping) => {
              abandon()
              void follow(attempt(values, keeping))
            }}
            onForgot={onForgot}
            titleId="login-title"
          />
          <p className="l-entering" role="status">
            {phase === 'entering' && texts.submitting}
            {phase === 'slow' && texts.stillSubmitting}
          </p>
          {alive && (
            <button type="button" className="l-language" onClick={onLanguage}>
              {texts.languageSwitch}
            </button>
          )}
        </section>
      </main>
      <header className="l-scene">
        <div className="l-brand">
          {/* Lazy, because this stands in every delivered document, and is not seen in most. */}
          <img
            className="l-logo"
            src={`/api/storage/show/unit/${unit.unitId}`}
            alt=""
            width="56"
            height="56"
            loading="lazy"
          />
          <div>
            <p className="l-unit" lang="zh-CN">
              {unit.unitName}
            </p>
            <p className="l-unit-en" lang="en">
              {unit.unitEnName}
            </p>
          </div>
        </div>
        {/* Behind the form in every sense: it is not part of the delivered document, and fades in once the form works. */}
        {alive && <CampusScene />}
      </header>
    </div>
  )
}
