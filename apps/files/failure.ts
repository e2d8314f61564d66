import { FILE_ENTRIES_MAX } from '../../contract/limits.ts'
import { failureText } from '../../src/app/core/notices/failure-text.ts'
import { failureCode, failureFields } from '../../src/app/micro-apps/app-context.ts'
import type { Translate } from './portal.ts'

/** The text for a refused name. The catalogue's text for a taken one speaks of folders only. */
export function nameRefusal(error: unknown, t: Translate): string {
  return failureCode(error) === 'files.name_taken' ? t('nameError.taken') : failureText(error)
}

/** The entry of a request that the server's refusal is about, where it says so. */
export function failedEntry<T>(error: unknown, entries: readonly T[]): T | undefined {
  // A long list goes in several requests, whose positions do not count.
  if (entries.length > FILE_ENTRIES_MAX) return undefined
  const index = failureFields(error).flatMap((field) => /^entries\.(\d+)$/.exec(field)?.[1] ?? [])[0]
  return index === undefined ? undefined : entries[Number(index)]
}
