import * as z from 'zod/mini'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, type ErrorCode } from '../../contract/errors.ts'
import type { Translate } from './use-texts.ts'

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, or `client.*` for what never got an answer; 'unknown' for anything else that was thrown. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTexts, code)
}

/** What to tell a person about a failure: the server's words where it gave any, and what to do where it did not. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return errorTexts[code][language === 'en' ? 'en' : 'zh']
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}

/** Why a name was refused. The catalogue's text for a taken one speaks of folders only. */
export function nameRefusal(code: string, language: Language, t: Translate): string {
  return code === 'files.name_taken' ? t('nameError.taken') : failureReason(code, language, t)
}
