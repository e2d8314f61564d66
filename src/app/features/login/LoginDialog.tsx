import { useState, type ReactNode } from 'react'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { LoginForm, type LoginFormState } from '../../ui/sign-in/LoginForm.tsx'
import type { SignInTexts } from '../../core/session/login-texts.ts'
import { attemptSignIn, type SignedIn } from '../../core/session/session.ts'

/** The login over the current page after a lost session. Closing it without signing in leads to the login page. */
export function LoginDialog({
  texts,
  open,
  shared,
  onSignedIn,
  onGiveUp,
  otherMethods,
}: {
  texts: SignInTexts
  open: boolean
  shared: boolean
  onSignedIn: (answer: SignedIn) => void
  onGiveUp: () => void
  /** A link to sign-in methods that need the whole page. */
  otherMethods?: ReactNode
}) {
  const [state, setState] = useState<LoginFormState>({ status: 'idle' })

  return (
    <Dialog open={open} title={texts.title} width={NARROW_DIALOG} onClose={onGiveUp}>
      <p className="l-again">{texts.again}</p>
      <LoginForm
        texts={texts}
        state={state}
        shared={shared}
        onState={setState}
        signIn={attemptSignIn}
        onSignedIn={(answer) => {
          setState({ status: 'idle' })
          onSignedIn(answer)
        }}
      />
      {otherMethods}
    </Dialog>
  )
}
