import { CallError } from '../api/call-error.ts'
import { language } from '../language/language.ts'
import { signInTexts } from '../session/login-texts.ts'
import { notify } from './notices.ts'
import { failureMessage } from './failure-message.ts'

/** Shows what section 8 of the specification says for a failed call. Aborting was the person's own choice. */
export function reportFailure(error: unknown): void {
  if (error instanceof CallError && error.failure.kind === 'aborted') return
  const { kind, title, text } = failureMessage(error, language.current, signInTexts(language.current).errors)
  notify(kind, text, title === undefined ? {} : { title })
}
