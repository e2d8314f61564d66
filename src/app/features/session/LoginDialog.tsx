import { useState } from 'react'
import type { LoginForm as LoginValues } from '../../../../contract/rules/login.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { LoginForm, type Keeping, type LoginFormState } from './LoginForm.tsx'
import type { SignInTexts } from './login-texts.ts'
import type { SignInOutcome } from './LoginPage.tsx'
import type { SignedIn } from './sign-in.ts'

/** The login over the current page, for a session that was lost. Closing it without signing in leads to the login page. */
export function LoginDialog({
  texts,
  open,
  shared,
  attempt,
  onSignedIn,
  onForgot,
  onGiveUp,
}: {
  texts: SignInTexts
  open: boolean
  /** Whether the lost session was one on a shared computer; the next one is the same. */
  shared: boolean
  attempt: (values: LoginValues, keeping: Keeping) => Promise<SignInOutcome>
  onSignedIn: (answer: SignedIn) => void
  onForgot: () => void
  onGiveUp: () => void
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })

  const submit = async (values: LoginValues, keeping: Keeping) => {
    setState({ status: 'sending' })
    const result = await attempt(values, keeping)
    if (!result.ok) {
      setState({ status: 'failed', text: result.text })
      return
    }
    setState({ status: 'idle' })
    onSignedIn(result.answer)
  }

  return (
    <Dialog open={open} title={texts.title} onClose={onGiveUp}>
      <p className="l-again">{texts.again}</p>
      <LoginForm
        texts={texts}
        state={state}
        shared={shared}
        onSubmit={(values, keeping) => void submit(values, keeping)}
        onForgot={onForgot}
      />
    </Dialog>
  )
}
