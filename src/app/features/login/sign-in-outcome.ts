import type { Language } from '../../../../contract/envelope.ts'
import type { LoginForm } from '../../../../contract/rules/login.ts'
import { CallError } from '../../core/api/call-error.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { Keeping, SignInOutcome } from './LoginForm.tsx'
import { beginSharedUse } from '../../core/session/shared-use.ts'
import { signIn, type SignedIn } from '../../core/session/sign-in.ts'
import { rememberedKey, sharedUseKey } from '../../core/storage/local-keys.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'

/** Turns an attempt to sign in into what the form shows. Never rejects. */
export async function outcomeOf(attempt: Promise<SignedIn>, language: Language): Promise<SignInOutcome> {
  try {
    return { ok: true, answer: await attempt }
  } catch (error) {
    const code = error instanceof CallError ? error.code : ''
    return { ok: false, code, text: failureMessage(error, language, signInTexts(language).errors).text }
  }
}

/** Signs in, and remembers or forgets name and password as the person chose. Never rejects. */
export async function attemptSignIn(
  form: LoginForm,
  keeping: Keeping,
  language: Language,
  otp?: string,
): Promise<SignInOutcome> {
  const outcome = await outcomeOf(signIn(form, { shared: keeping === 'nothing', otp }), language)
  if (outcome.ok) await keepChoice(form, keeping)
  return outcome
}

/**
 * Keeps or drops the credentials after a successful sign-in, and notes a shared computer before anything of the person is written. What does
 * the work is loaded only when there is something to do. Never rejects: the person is signed in, whatever becomes of their choice.
 */
export async function keepChoice(form: LoginForm, keeping: Keeping): Promise<void> {
  if (keeping !== 'nothing') sharedUseKey.remove()
  if (keeping === 'password' || rememberedKey.get()) {
    try {
      const { forgetRemembered, remember } = await import('../../core/session/remembered-credentials.ts')
      await (keeping === 'password' ? remember(form) : forgetRemembered())
    } catch {
      // The script did not arrive. Without this key nothing that was remembered is read again.
      rememberedKey.remove()
    }
  }
  if (keeping === 'nothing') await beginSharedUse()
}
