import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { checkLoginForm, type LoginForm as LoginValues } from '../../../../contract/rules/login.ts'
import type { SignInTexts } from './login-texts.ts'

/** What a sign-in leaves on the device: the password too, what a session keeps for the next start, or nothing because others use it. */
export type Keeping = 'password' | 'session' | 'nothing'

/** What the form shows: waiting for input, sending, or failed with a text under the password field. */
export type LoginFormState = { status: 'idle' } | { status: 'sending' } | { status: 'failed'; text: string }

/**
 * The login form. Its fields are uncontrolled, so that a form that stood in the document before this script adopts what was typed.
 * `pressedEmpty`: the button was pressed with an empty field before that. `shared`: whose computer it is was asked before; null asks.
 */
export function LoginForm({
  texts,
  state,
  onSubmit,
  onForgot,
  pressedEmpty = false,
  remembered = null,
  shared = null,
  form,
  titleId,
}: {
  texts: SignInTexts
  state: LoginFormState
  onSubmit: (values: LoginValues, keeping: Keeping) => void
  onForgot: () => void
  pressedEmpty?: boolean
  /** Fills the form when it is still empty. */
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
  const text = empty ? texts.empty[empty] : state.status === 'failed' ? state.text : ''

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const check = checkLoginForm({ username: username.current?.value ?? '', password: password.current?.value ?? '' })
    if (!check.ok) {
      const { field } = check.errors[0]
      setEmpty(field)
      ;(field === 'username' ? username : password).current?.focus()
      return
    }
    setEmpty(null)
    onSubmit(check.form, onShared ? 'nothing' : remember.current?.checked ? 'password' : 'session')
  }

  const chooseShared = (chosen: boolean) => {
    setOnShared(chosen)
    if (chosen && remember.current) remember.current.checked = false
  }

  useEffect(() => {
    setAlive(true)
    // It may have been ticked before the script came.
    if (sharedBox.current?.checked) chooseShared(true)
  }, [])

  useEffect(() => {
    const [name, word] = [username.current, password.current]
    if (!remembered || !name || !word || name.value || word.value) return
    name.value = remembered.username
    word.value = remembered.password
    if (remember.current && !sharedBox.current?.checked) remember.current.checked = true
  }, [remembered])

  useEffect(() => {
    // The press came while the script was loading; its answer is due now.
    if (pressedEmpty) submit()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, at adoption
  }, [pressedEmpty])

  useEffect(() => {
    if (state.status !== 'failed') return
    password.current?.focus()
    password.current?.select()
  }, [state])

  return (
    <form id="login-form" className="l-form" ref={form} onSubmit={submit} noValidate aria-labelledby={titleId}>
      <div className="l-field">
        <label htmlFor="login-username" data-t="username">
          {texts.username}
        </label>
        <input
          ref={username}
          id="login-username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LOGIN_NAME_LENGTH}
          aria-invalid={empty === 'username' || undefined}
          aria-describedby={empty === 'username' ? errorId : undefined}
        />
      </div>
      <div className="l-field">
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
            aria-invalid={empty === 'password' || state.status === 'failed' || undefined}
            aria-describedby={empty === 'password' || state.status === 'failed' ? errorId : undefined}
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
      <div className="l-row">
        {shared !== true && (
          <label className="l-check">
            <input ref={remember} type="checkbox" name="remember" disabled={onShared} />
            <span data-t="remember">{texts.remember}</span>
          </label>
        )}
        <a
          href="/forgetPassword"
          target="_blank"
          rel="noopener"
          data-t="forgot"
          onClick={(event) => {
            event.preventDefault()
            onForgot()
          }}
        >
          {texts.forgot}
        </a>
      </div>
      {shared === null && (
        <div className="l-shared">
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
      <button className="l-submit" type="submit" disabled={state.status === 'sending'} data-t="submit">
        {texts.submit}
      </button>
    </form>
  )
}
