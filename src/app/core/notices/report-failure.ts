import { CallError } from '../api/call-error.ts'
import { language } from '../language/language.ts'
import { signInTexts } from '../session/login-texts.ts'
import { notify } from './notices.ts'
import { failureMessage } from './failure-message.ts'

/** A failed call as a sentence in the current language. */
export function describeFailure(error: unknown): string {
  return messageOf(error).text
}

/** Shows the notice of section 8 of the specification after a failed call; none for an aborted one. */
export function reportFailure(error: unknown): void {
  if (error instanceof CallError && error.failure.kind === 'aborted') return
  const { kind, title, text } = messageOf(error)
  notify(kind, text, title === undefined ? {} : { title })
}

const messageOf = (error: unknown) => failureMessage(error, language.current, signInTexts(language.current).failures)
