import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { checkLoginForm, type LoginForm as LoginValues } from '../../../../contract/rules/sign-in/login.ts'
import type * as Code from './CodeField.tsx'
import { COOKIES_REFUSED } from '../../core/session/session-cookies.ts'
import type { SignInTexts } from '../../core/session/login-texts.ts'
import type { attemptSignIn, SignedIn } from '../../core/session/session.ts'

/** Waiting for input, sending, or failed with a text under the field of its code. `unasked`: an automatic sign-in failed, so the focus stays. */
export type LoginFormState =
  | { status: 'idle' }
  | { status: 'sending' }
  | { status: 'failed'; text: string; code: string; unasked?: boolean }

/**
 * The login form. Its uncontrolled fields adopt what was typed before this script ran. `pressedEmpty`: the button was pressed with an empty field
 * before that. `shared`: an earlier answer about a shared computer; null asks.
 */
export function LoginForm({
  texts,
  state,
  onState,
  onBegin,
  signIn,
  onSignedIn,
  pressedEmpty = false,
  remembered = null,
  shared = null,
  form,
  titleId,
}: {
  texts: SignInTexts
  state: LoginFormState
  onState: (state: LoginFormState) => void
  /** Called before an attempt, which cancels another running sign-in. */
  onBegin?: () => void
  signIn: typeof attemptSignIn
  onSignedIn: (answer: SignedIn) => void
  pressedEmpty?: boolean
  /** Fills the form while it is empty. */
  remembered?: LoginValues | null
  shared?: boolean | null
  form?: RefObject<HTMLFormElement | null>
  titleId?: string
}) {
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const remember = useRef<HTMLInputElement>(null)
  const sharedBox = useRef<HTMLInputElement>(null)
  const [onShared, setOnShared] = useState(shared ?? false)
  const [empty, setEmpty] = useState<'username' | 'password' | null>(null)
  const [alive, setAlive] = useState(false)
  const [visible, setVisible] = useState(false)
  const errorId = useId()
  const code = useRef<HTMLInputElement>(null)
  const focusPending = useRef(false)
  const [CodeField, setCodeField] = useState<typeof Code.CodeField | null>(null)
  const [codeMissing, setCodeMissing] = useState(false)
  /** The failure that was shown before the user went back to name and password. */
  const [left, setLeft] = useState<LoginFormState | null>(null)
  const failed = state.status === 'failed' && state !== left ? state : null
  // A request for the code is not a failure of it.
  const isRefusedByBrowser = failed?.code === COOKIES_REFUSED
  // Said without a press too: it follows the language.
  const reason = isRefusedByBrowser ? texts.failures.cookies : (failed?.text ?? '')
  const failure = !failed || (CodeField && failed.code === 'login.code_required') ? '' : reason
  const text = empty ? texts.empty[empty] : CodeField ? '' : failure

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const check = checkLoginForm({ username: username.current?.value ?? '', password: password.current?.value ?? '' })
    if (!check.ok) {
      const { field } = check.errors[0]
      setEmpty(field)
      ;(field === 'username' ? username : password).current?.focus()
      return
    }
    setEmpty(null)
    const otp = code.current?.value.trim()
    setCodeMissing(otp === '')
    if (otp === '') {
      code.current?.focus()
      return
    }
    onBegin?.()
    onState({ status: 'sending' })
    const keeping = onShared ? 'nothing' : remember.current?.checked ? 'password' : 'session'
    const outcome = await signIn(check.form, keeping, otp)
    if (outcome.ok) onSignedIn(outcome.answer)
    else onState({ status: 'failed', text: outcome.text, code: outcome.code })
  }

  const chooseShared = (chosen: boolean) => {
    setOnShared(chosen)
    if (chosen && remember.current) remember.current.checked = false
  }

  const goBack = () => {
    setLeft(state)
    setCodeField(null)
    focusPending.current = true
  }

  useEffect(() => {
    if (CodeField || !focusPending.current) return
    focusPending.current = false
    password.current?.focus()
  }, [CodeField])

  useEffect(() => {
    setAlive(true)
    // It may have been ticked before this script ran.
    if (sharedBox.current?.checked) chooseShared(true)
  }, [])

  useEffect(() => {
    const [name, word] = [username.current, password.current]
    if (!remembered || !name || !word || name.value || word.value) return
    name.value = remembered.username
    word.value = remembered.password
    if (remembered.password === '') word.focus()
    else if (remember.current && !sharedBox.current?.checked) remember.current.checked = true
  }, [remembered])

  useEffect(() => {
    // Answers a press from before this script ran.
    if (pressedEmpty) void submit()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at adoption
  }, [pressedEmpty])

  useEffect(() => {
    if (state.status !== 'failed') return
    if (state.code.startsWith('login.code_')) {
      // Few users have a second step. If the field cannot be loaded, the text at the password says what is needed.
      void import('./CodeField.tsx').then(
        (loaded) => setCodeField(() => loaded.CodeField),
        () => setCodeField(null),
      )
    } else if (state.code === 'login.failed') setCodeField(null)
    if (state.unasked && document.activeElement instanceof HTMLInputElement) return
    const field = code.current ?? password.current
    field?.focus()
    field?.select()
  }, [state])

  return (
    <form
      id="login-form"
      className="l-form"
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-labelledby={titleId}
    >
      <div className="l-field" hidden={!!CodeField}>
        <label htmlFor="login-username" data-t="username">
          {texts.username}
        </label>
        <input
          ref={username}
          id="login-username"
          name="username"
          // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- HTML's own token for passkeys, which the rule does not know
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LOGIN_NAME_LENGTH}
          aria-invalid={empty === 'username' || undefined}
          aria-describedby={empty === 'username' ? errorId : undefined}
        />
      </div>
      <div className="l-field" hidden={!!CodeField}>
        <label htmlFor="login-password" data-t="password">
          {texts.password}
        </label>
        <div className="l-password">
          <input
            ref={password}
            id="login-password"
            name="password"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH}
            aria-invalid={empty === 'password' || (failed !== null && !isRefusedByBrowser) || undefined}
            aria-describedby={empty === 'password' || failed ? errorId : undefined}
          />
          {alive && (
            <button
              type="button"
              className="l-eye"
              aria-label={visible ? texts.hidePassword : texts.showPassword}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
                <circle cx="12" cy="12" r="3" />
                {visible && <path d="M4 20 20 4" />}
              </svg>
            </button>
          )}
        </div>
        <p className="l-error" id={errorId} role="alert">
          {text}
        </p>
      </div>
      <div className="l-row" hidden={!!CodeField}>
        {shared !== true && (
          <label className="l-check">
            <input ref={remember} type="checkbox" name="remember" disabled={onShared} />
            <span data-t="remember">{texts.remember}</span>
          </label>
        )}
        <a href="/forgetPassword" target="_blank" rel="noopener" data-t="forgot">
          {texts.forgot}
        </a>
      </div>
      {shared === null && (
        <div className="l-shared" hidden={!!CodeField}>
          <label className="l-check">
            <input
              ref={sharedBox}
              type="checkbox"
              name="shared"
              aria-describedby="login-shared-hint"
              onChange={(event) => chooseShared(event.target.checked)}
            />
            <span data-t="shared">{texts.shared}</span>
          </label>
          <p className="l-hint" id="login-shared-hint" data-t="sharedHint">
            {texts.sharedHint}
          </p>
        </div>
      )}
      {CodeField && <CodeField input={code} error={failure} missing={codeMissing} onBack={goBack} />}
      <button className="l-submit" type="submit" disabled={state.status === 'sending'} data-t="submit">
        {texts.submit}
      </button>
    </form>
  )
}
