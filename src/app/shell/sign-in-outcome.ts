import type { Language } from '../../../contract/envelope.ts'
import type { SignInOutcome } from '../features/session/LoginPage.tsx'
import type { SignedIn } from '../features/session/sign-in.ts'
import { signInTexts } from '../features/session/login-texts.ts'
import { failureMessage } from './failure-message.ts'

/** Turns an attempt to sign in into what the form shows. Never rejects. */
export async function outcomeOf(attempt: Promise<SignedIn>, language: Language): Promise<SignInOutcome> {
  try {
    return { ok: true, answer: await attempt }
  } catch (error) {
    return { ok: false, text: failureMessage(error, language, signInTexts(language).errors).text }
  }
}
