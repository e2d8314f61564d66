import * as z from 'zod/mini'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import type { Translate } from './use-texts.ts'

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, or `client.*` for what never got an answer; 'unknown' for anything else that was thrown. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

/** What to tell a person about a failure: the server's words where it gave any, and what to do where it did not. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}`
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}
