import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { LoginForm as LoginValues } from '../../../../contract/rules/sign-in/login.ts'
import { LoginForm, type LoginFormState } from '../../ui/sign-in/LoginForm.tsx'
import { LoginLayout } from '../../ui/sign-in/LoginLayout.tsx'
import { type SignInTexts, signInTexts } from '../../core/session/login-texts.ts'
import { attemptSignIn, enterPortal, type Keeping, type SignInOutcome } from '../../core/session/session.ts'
import type { PasskeyOutcome } from './passkey-sign-in.ts'
import { helpAddress, helpPage } from '../../../../contract/rules/appearance/help-centre.ts'
import { useAutomaticSignIn, type AutomaticSignIn } from './automatic-sign-in.ts'
import { language } from '../../core/language/language.ts'
import { areCookiesRefused, COOKIES_REFUSED } from '../../core/session/session-cookies.ts'
import { passkeyKey } from '../../core/storage/local-keys.ts'
import { whenLoadedAndIdle } from '../../core/timing/when-idle.ts'

const SENDING: LoginFormState = { status: 'sending' }

export interface FaceMethodProps {
  readonly disabled: boolean
  readonly keeping: () => Keeping
  /** Called at the start, which cancels a running automatic sign-in. */
  readonly onBegin: () => void
}

/** What happened before this script loaded: an attempt that is running, or a press with an empty field. */
export interface EarlyAttempt {
  outcome: Promise<SignInOutcome> | null
  pressedEmpty: boolean
}

/** The full-page login. Its first render must equal the prerendered document. */
export function LoginPage({
  texts,
  unit,
  motto,
  footer,
  failed,
  automatic,
  externalSignIn,
  scene,
  adopt,
  remembered,
  face: Face,
  onVersions,
  versionsFailed,
  onLanguage,
}: {
  texts: SignInTexts
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'>
  /** The unit's own line below its name; '' without one. */
  motto: string
  /** HTML from `footerHtml`, as the delivered document has it. */
  footer: string
  /** An attempt that ended before this page was shown. */
  failed: Extract<SignInOutcome, { ok: false }> | null
  automatic: AutomaticSignIn | null
  /** Shown below the form after hydration. */
  externalSignIn?: ReactNode
  /** Shown after hydration. */
  scene?: ReactNode
  /** Takes over the delivered form; returns an earlier press once. */
  adopt: () => EarlyAttempt | null
  remembered: LoginValues | null
  face: ComponentType<FaceMethodProps> | null
  onVersions: () => void
  /** Why they did not open; '' while nothing failed. */
  versionsFailed: string
  /** Null where there is no other language. */
  onLanguage: (() => void) | null
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })
  const [pressedEmpty, setPressedEmpty] = useState(false)
  const [alive, setAlive] = useState(false)
  const [passkeyText, setPasskeyText] = useState('')
  const form = useRef<HTMLFormElement>(null)

  const { phase, abandon } = useAutomaticSignIn(automatic, (outcome) => {
    if (outcome.kind === 'in') enterPortal({ start: outcome.start ?? undefined })
    if (outcome.kind !== 'failed') return
    const filled = outcome.form !== undefined && fill(outcome.form)
    setState({ status: 'failed', text: outcome.text, code: outcome.code ?? '', unasked: !filled })
  })

  const follow = async (outcome: Promise<SignInOutcome>) => {
    setState(SENDING)
    const result = await outcome
    if (result.ok) enterPortal(result.answer)
    else setState({ status: 'failed', text: result.text, code: result.code })
  }

  /** Fills empty fields; returns whether all were empty. */
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
    if (result.ok) enterPortal(result.answer)
    else {
      setState({ status: 'idle' })
      setPasskeyText(result.text)
    }
  }
  const keeping = (): Keeping => (form.current?.querySelector('[name=shared]:checked') ? 'nothing' : 'session')

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for as long as the page stands
  useEffect(() => offerPasskeys(keeping, (outcome) => void followPasskey(outcome)), [])

  useEffect(() => {
    setAlive(true)
    const early = adopt()
    if (failed) setState({ status: 'failed', text: failed.text, code: failed.code })
    // Before anything is typed: no sign-in would last.
    else if (areCookiesRefused())
      setState({ status: 'failed', text: texts.failures.cookies, code: COOKIES_REFUSED, unasked: true })
    if (early?.pressedEmpty) setPressedEmpty(true)
    if (early?.outcome) {
      abandon()
      void follow(early.outcome)
    } else if (document.activeElement === document.body)
      form.current?.querySelector('input')?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at adoption
  }, [])

  useEffect(() => pointHelp(unit.unitId), [footer, unit.unitId])

  return (
    <LoginLayout
      texts={texts}
      unit={unit}
      motto={motto}
      footer={footer}
      scene={alive && scene}
      onVersions={alive ? onVersions : undefined}
      versionsFailed={versionsFailed}
    >
      <LoginForm
        texts={texts}
        form={form}
        state={phase === 'running' ? SENDING : state}
        pressedEmpty={pressedEmpty}
        remembered={remembered}
        onState={setState}
        onBegin={() => {
          abandon()
          setPasskeyText('')
        }}
        titleId="login-title"
        signIn={attemptSignIn}
        onSignedIn={enterPortal}
      />
      {/* Always rendered, so that the form does not move when the buttons appear. */}
      <div className="l-more">
        {alive && hasPasskeys && (
          <>
            <button
              type="button"
              className="l-passkey"
              disabled={state.status === 'sending'}
              onClick={() => void followPasskey(askForPasskey(keeping()))}
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
            <Face disabled={state.status === 'sending'} keeping={keeping} onBegin={abandon} />
          </Suspense>
        )}
      </div>
      <p className="l-entering" role="status">
        {phase === 'running' && texts.submitting}
        {phase === 'slow' && texts.stillSubmitting}
      </p>
      {alive && externalSignIn}
      {alive && onLanguage && (
        <button type="button" className="l-language" onClick={onLanguage}>
          {texts.languageSwitch}
        </button>
      )}
    </LoginLayout>
  )
}

/** Gives the link to help what the server does not know: the page that a help centre's visitor comes from, and the language of the portal's own help. */
function pointHelp(unitId: string): void {
  const link = document.querySelector<HTMLAnchorElement>('.l-footer a[data-t=help]')
  if (!link) return
  const isOwn = link.pathname.startsWith('/help/') && link.origin === location.origin
  link.href = isOwn
    ? helpPage('index', language.current)
    : helpAddress(new URL(link.href), { unitId, from: location.href, secret: null })
}

/** False also where the page is plain http. */
const hasPasskeys = 'PublicKeyCredential' in globalThis

/** Opens the browser's dialog now. The code for it is loaded on first use. Never rejects. */
async function askForPasskey(keeping: Keeping): Promise<PasskeyOutcome> {
  const attempt = await import('./passkey-sign-in.ts').catch(() => null)
  return attempt ? attempt.askForPasskey(keeping) : { ok: false, text: signInTexts(language.current).failures.network }
}

/** Lets the browser offer passkeys in the name field; returns a function that ends the offer. */
function offerPasskeys(
  keeping: () => Keeping,
  onChosen: (outcome: Promise<PasskeyOutcome>) => void,
): (() => void) | undefined {
  if (!hasPasskeys || !passkeyKey.get()) return undefined
  const leaving = new AbortController()
  void whenLoadedAndIdle()
    .then(() => (leaving.signal.aborted ? null : import('./passkey-sign-in.ts')))
    .then((attempt) => attempt?.offerPasskeys(leaving.signal, keeping, onChosen))
    .catch(() => {})
  return () => leaving.abort()
}
