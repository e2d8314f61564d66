import { useEffect, useState } from 'react'
import type { LoginForm } from '../../../contract/rules/login.ts'
import { login, type StartData } from '../../../contract/calls/session.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { checkAnswer } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { adoptEarlyForm, type EarlyState } from '../early/early-state.ts'
import { language, setLanguage } from '../features/language/language.ts'
import { useLanguage } from '../features/language/use-language.ts'
import { signInTexts } from '../features/session/login-texts.ts'
import { LoginPage, type EarlyAttempt, type SignInOutcome } from '../features/session/LoginPage.tsx'
import type { SignedIn } from '../features/session/sign-in.ts'
import { rememberedKey } from '../state/local-keys.ts'
import { documentUnit } from '../features/tenant/unit.ts'
import { attemptSignIn, keepChoice, outcomeOf } from './sign-in-outcome.ts'

/** Reads the answer to the press that came before this script. */
async function readEarly(answer: Promise<Response>): Promise<SignedIn> {
  let response: Response
  try {
    response = await answer
  } catch (cause) {
    throw new CallError(login.name, { kind: 'network' }, cause)
  }
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
  if (!envelope.success) throw new CallError(login.name, { kind: 'answer' }, envelope.error)
  if (envelope.data.status !== 200) {
    throw new CallError(login.name, {
      kind: 'envelope',
      envelope: envelope.data,
      http: { status: response.status, statusText: response.statusText },
      retryAfter: null,
    })
  }
  return checkAnswer(login, envelope.data.data)
}

function toAttempt(early: EarlyState | null): EarlyAttempt | null {
  if (!early) return null
  return {
    pressedEmpty: early.pressedEmpty,
    outcome: early.login && outcomeOf(readEarly(early.login), language.current).then(keepAsChosen),
  }
}

/** Remembers what the form says, for a press that its own handler never saw. */
async function keepAsChosen(outcome: SignInOutcome): Promise<SignInOutcome> {
  const form = document.querySelector<HTMLFormElement>('#login-form')
  if (!outcome.ok || !form) return outcome
  const fields = new FormData(form)
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  await keepChoice({ username: text('username'), password: text('password') }, fields.has('remember'))
  return outcome
}

/** The login page, wired to the session. `onSignedIn` gets the desktop's first data when the server sent them. */
export function SignInPage({ onSignedIn }: { onSignedIn: (start: StartData | null) => void }) {
  const shown = useLanguage()
  // Adopting happens once, however often the page is drawn.
  const [early] = useState(() => toAttempt(adoptEarlyForm()))
  const [remembered, setRemembered] = useState<LoginForm | null>(null)

  useEffect(() => {
    if (!rememberedKey.get()) return
    void import('../features/session/remembered-credentials.ts')
      .then(({ readRemembered }) => readRemembered())
      .then(setRemembered)
  }, [])

  return (
    <LoginPage
      texts={signInTexts(shown)}
      unit={documentUnit() ?? { unitId: '', unitName: '', unitEnName: '' }}
      early={early}
      remembered={remembered}
      attempt={(values, remembers) => attemptSignIn(values, remembers, language.current)}
      onSignedIn={(answer) => onSignedIn(answer.start ?? null)}
      onForgot={() => window.open('/forgetPassword', '_blank', 'noopener')}
      onLanguage={() => setLanguage(shown === 'en' ? 'zh-CN' : 'en')}
    />
  )
}
