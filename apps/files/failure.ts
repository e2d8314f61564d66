import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import type { Translate } from './portal.ts'

/** The text for an error code: the catalogue's, or this application's for `client.*` and unknown codes. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return errorTexts[code][language === 'en' ? 'en' : 'zh']
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}

/** The text for a refused name. The catalogue's text for a taken one speaks of folders only. */
export function nameRefusal(code: string, language: Language, t: Translate): string {
  return code === 'files.name_taken' ? t('nameError.taken') : failureReason(code, language, t)
}
