import { CallError } from '../api/call-error.ts'
import { failureNotice } from './failure-message.ts'
import { notify } from './notices.ts'

/** Shows the notice of section 8 of the specification after a failed call; none for an aborted one. */
export function reportFailure(error: unknown): void {
  if (error instanceof CallError && error.failure.kind === 'aborted') return
  const { kind, title, text } = failureNotice(error)
  notify(kind, text, title === undefined ? {} : { title })
}
