import { errorText } from '../../../../contract/error-texts.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { language } from '../language/language.ts'
import { describeFailure } from './report-failure.ts'

/** A failure on this device, which has a code, or of a call, as a sentence in the current language. */
export function describePortalFailure(error: unknown): string {
  if (error instanceof PortalError) return errorText(error.code, language.current)
  return describeFailure(error)
}
