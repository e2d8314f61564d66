import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { LoginForm as LoginValues } from '../../../../contract/rules/login.ts'
import { CampusScene } from './CampusScene.tsx'
import { LoginForm, type Attempt, type Keeping, type LoginFormState, type SignInOutcome } from './LoginForm.tsx'
import type { SignInTexts } from '../../core/session/login-texts.ts'
import type { SignedIn } from '../../core/session/sign-in.ts'
import { useAutomaticSignIn, type AutomaticSignIn } from './automatic-sign-in.ts'

// What does not arrive is the campus.
const DrawnScene = lazy<ComponentType<{ theme: string }>>(() =>
  import('./DrawnScene.tsx').catch(() => ({ default: CampusScene })),
)

const SENDING: LoginFormState = { status: 'sending' }

/** How a sign-in by passkey ended. An empty text: it was another one that ended it, and says so itself. */
export type PasskeyOutcome = { ok: true; answer: Pick<SignedIn, 'start'> } | { ok: false; text: string }

/** The way in by passkey. */
export interface PasskeyMethod {
  /** Asks for one now. Never rejects. */
  readonly ask: (keeping: Keeping) => Promise<PasskeyOutcome>
  /** Lets the browser offer them where names are typed; returns what ends that. */
  readonly offer: (keeping: () => Keeping, onChosen: (outcome: Promise<PasskeyOutcome>) => void) => () => void
}

/** What the way in by face is told, and tells. */
export interface FaceMethodProps {
  readonly disabled: boolean
  readonly keeping: () => Keeping
  /** It begins: another way in that runs beside it does not go on. */
  readonly onBegin: () => void
  readonly onSignedIn: (answer: Pick<SignedIn, 'start'>) => void
}

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
  automatic: automatic,
  externalSignIn: externalSignIn,
  scene = null,
  adopt,
  remembered,
  attempt,
  passkey,
  face: Face,
  onSignedIn,
  onForgot,
  onLanguage,
}: {
  texts: SignInTexts
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'>
  /** An attempt that ended before this page was there. */
  failed: Extract<SignInOutcome, { ok: false }> | null
  /** A way in that runs beside the form. */
  automatic: AutomaticSignIn | null
  /** What comes below the form once it works. */
  externalSignIn?: ReactNode
  /** The theme whose picture stands beside the form; the campus without one. */
  scene?: string | null
  /** Takes the delivered form over; tells once what was pressed on it before. */
  adopt: () => EarlyAttempt | null
  remembered: LoginValues | null
  attempt: Attempt
  /** Signs in with a passkey; null where the browser has none. */
  passkey: PasskeyMethod | null
  /** The way in by face, where the unit has it. */
  face: ComponentType<FaceMethodProps> | null
  onSignedIn: (answer: Pick<SignedIn, 'start'>) => void
  onForgot: () => void
  onLanguage: () => void
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })
  const [pressedEmpty, setPressedEmpty] = useState(false)
  const [alive, setAlive] = useState(false)
  const [passkeyText, setPasskeyText] = useState('')
  const form = useRef<HTMLFormElement>(null)

  const { phase, abandon } = useAutomaticSignIn(automatic, (outcome) => {
    if (outcome.kind === 'in') onSignedIn({ start: outcome.start ?? undefined })
    if (outcome.kind !== 'failed') return
    const filled = outcome.form !== undefined && fill(outcome.form)
    setState({ status: 'failed', text: outcome.text, code: outcome.code ?? '', unasked: !filled })
  })

  const follow = async (outcome: Promise<SignInOutcome>) => {
    setState(SENDING)
    const result = await outcome
    if (result.ok) onSignedIn(result.answer)
    else setState({ status: 'failed', text: result.text, code: result.code })
  }

  /** Fills what is still empty; returns whether all of it was. */
  const fill = (values: LoginValues): boolean => {
    let wereEmpty = true
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (field && !field.value) field.value = value
      else wereEmpty = false
    }
    return wereEmpty
  }

  const followPasskey = async (outcome: Promise<PasskeyOutcome>) => {
    abandon()
    setPasskeyText('')
    setState(SENDING)
    const result = await outcome
    if (result.ok) onSignedIn(result.answer)
    else {
      setState({ status: 'idle' })
      setPasskeyText(result.text)
    }
  }
  const keeping = (): Keeping => (form.current?.querySelector('[name=shared]:checked') ? 'nothing' : 'session')

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for as long as the page stands
  useEffect(() => passkey?.offer(keeping, (outcome) => void followPasskey(outcome)), [])

  useEffect(() => {
    setAlive(true)
    const early = adopt()
    if (failed) setState({ status: 'failed', text: failed.text, code: failed.code })
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
            onSubmit={(...given) => {
              abandon()
              setPasskeyText('')
              void follow(attempt(...given))
            }}
            onForgot={onForgot}
            titleId="login-title"
          />
          {/* Its place is kept, so that the form does not move when it comes. */}
          <div className="l-more">
            {alive && passkey && (
              <>
                <button
                  type="button"
                  className="l-passkey"
                  disabled={state.status === 'sending'}
                  onClick={() => void followPasskey(passkey.ask(keeping()))}
                >
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <circle cx="8" cy="15" r="4.5" />
                    <path d="m11.3 11.8 8-8M16 7l3 3" />
                  </svg>
                  {texts.passkey}
                </button>
                {passkeyText && (
                  <p className="l-error" role="alert">
                    {passkeyText}
                  </p>
                )}
              </>
            )}
            {alive && Face && (
              <Suspense>
                <Face
                  disabled={state.status === 'sending'}
                  keeping={keeping}
                  onBegin={abandon}
                  onSignedIn={onSignedIn}
                />
              </Suspense>
            )}
          </div>
          <p className="l-entering" role="status">
            {phase === 'entering' && texts.submitting}
            {phase === 'slow' && texts.stillSubmitting}
          </p>
          {alive && externalSignIn}
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
        {alive &&
          (scene ? (
            <Suspense>
              <DrawnScene theme={scene} />
            </Suspense>
          ) : (
            <CampusScene />
          ))}
      </header>
    </div>
  )
}
