import type { Language } from '../../../../contract/envelope.ts'
import { errorText } from '../../../../contract/error-texts.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { language } from '../language/language.ts'
import { failureNotice } from './failure-message.ts'

/**
 * What failed and what to do, as a sentence without a stop: the server's words, or the portal's own for a call without an answer and for a failure on
 * this device. Begins with the HTTP status where the server failed.
 */
export function failureText(error: unknown, shown: Language = language.current): string {
  if (error instanceof PortalError) return errorText(error.code, shown)
  const { title, text } = failureNotice(error, shown)
  return title === undefined ? text : `${title}${shown === 'en' ? ': ' : '：'}${text}`
}
