import { useState, type ReactNode } from 'react'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { LoginForm, type Attempt, type LoginFormState } from './LoginForm.tsx'
import type { SignInTexts } from '../../core/session/login-texts.ts'
import type { SignedIn } from '../../core/session/sign-in.ts'

/** The login over the current page, for a session that was lost. Closing it without signing in leads to the login page. */
export function LoginDialog({
  texts,
  open,
  shared,
  attempt,
  onSignedIn,
  onForgot,
  onGiveUp,
  otherWays,
}: {
  texts: SignInTexts
  open: boolean
  /** Whether the lost session was one on a shared computer; the next one is the same. */
  shared: boolean
  attempt: Attempt
  onSignedIn: (answer: SignedIn) => void
  onForgot: () => void
  onGiveUp: () => void
  /** What leads to ways in that need the whole page. */
  otherWays?: ReactNode
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })

  const submit = async (...given: Parameters<Attempt>) => {
    setState({ status: 'sending' })
    const result = await attempt(...given)
    if (!result.ok) {
      setState({ status: 'failed', text: result.text, code: result.code })
      return
    }
    setState({ status: 'idle' })
    onSignedIn(result.answer)
  }

  return (
    <Dialog open={open} title={texts.title} width={NARROW_DIALOG} onClose={onGiveUp}>
      <p className="l-again">{texts.again}</p>
      <LoginForm
        texts={texts}
        state={state}
        shared={shared}
        onSubmit={(...given) => void submit(...given)}
        onForgot={onForgot}
      />
      {otherWays}
    </Dialog>
  )
}
