import { errorTexts } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { language } from '../../core/language/language.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

/** A failure around a face, on this device or at the server, as a sentence for the user. */
export function describeFaceFailure(error: unknown): string {
  if (error instanceof PortalError) return errorTexts[error.code][language.current === 'en' ? 'en' : 'zh']
  return describeFailure(error)
}
