import type { Language } from '../../../../contract/envelope.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'

/** A failure around a face, on this device or at the server, as a sentence for the user. */
export function describeFaceFailure(error: unknown, language: Language): string {
  if (error instanceof PortalError) return errorTexts[error.code][language === 'en' ? 'en' : 'zh']
  return failureMessage(error, language, signInTexts(language).errors).text
}
