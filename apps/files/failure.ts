import type { Language } from '../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../contract/error-texts.ts'
import { FILE_ENTRIES_MAX } from '../../contract/limits.ts'
import { failureCode, failureFields, httpFailure } from '../../src/app/micro-apps/app-context.ts'
import type { Translate } from './portal.ts'

/** The text for an error code: the catalogue's, or this application's for `client.*` and unknown codes. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return errorText(code, language)
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}

/** The text for a failed call, after its HTTP status where that is not 200. */
export function describeFailure(error: unknown, language: Language, t: Translate): string {
  const status = httpFailure(error)
  const reason = failureReason(failureCode(error), language, t)
  return status === null ? reason : t('reason.http', { status, reason })
}

/** The text for a refused name. The catalogue's text for a taken one speaks of folders only. */
export function nameRefusal(error: unknown, language: Language, t: Translate): string {
  return failureCode(error) === 'files.name_taken' ? t('nameError.taken') : describeFailure(error, language, t)
}

/** The entry of a request that the server's refusal is about, where it says so. */
export function failedEntry<T>(error: unknown, entries: readonly T[]): T | undefined {
  // A long list goes in several requests, whose positions do not count.
  if (entries.length > FILE_ENTRIES_MAX) return undefined
  const index = failureFields(error).flatMap((field) => /^entries\.(\d+)$/.exec(field)?.[1] ?? [])[0]
  return index === undefined ? undefined : entries[Number(index)]
}
