import type { Language } from '../../../../contract/envelope.ts'
import { language } from '../language/language.ts'
import { signInTexts } from '../session/login-texts.ts'
import { failureMessage, type FailureMessage } from './failure-message.ts'

/** The notice of a failed call, in a language. */
export function failureNotice(error: unknown, shown: Language = language.current): FailureMessage {
  return failureMessage(error, shown, signInTexts(shown).failures)
}

/**
 * What failed and what to do, as a sentence without a stop: the server's words, or the portal's own for a call without an answer and for a failure on
 * this device. Begins with the HTTP status where the server failed.
 */
export function failureText(error: unknown, shown: Language = language.current): string {
  const { title, text } = failureNotice(error, shown)
  return title === undefined ? text : `${title}${shown === 'en' ? ': ' : '：'}${text}`
}
