import type { Language } from '../../../../contract/envelope.ts'
import { CallError } from '../api/call-error.ts'
import { language } from '../language/language.ts'
import { signInTexts } from '../session/login-texts.ts'
import { failureMessage, type FailureMessage } from './failure-message.ts'
import { notify } from './notices.ts'

/** The notice of a failed call. The login uses its text, because the catalogue of `failureText` is not loaded there. */
export function failureNotice(error: unknown, shown: Language = language.current): FailureMessage {
  return failureMessage(error, shown, signInTexts(shown).failures)
}

/** Shows the notice of section 8 of the specification after a failed call; none for an aborted one. */
export function reportFailure(error: unknown): void {
  if (error instanceof CallError && error.failure.kind === 'aborted') return
  const { kind, title, text } = failureNotice(error)
  notify(kind, text, title === undefined ? {} : { title })
}
