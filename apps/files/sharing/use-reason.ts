import { describeFailure } from '../failure.ts'
import { useLanguage, useTexts } from '../portal.ts'

/** The text for a failed call. */
export function useReason(): (error: unknown) => string {
  const t = useTexts()
  const language = useLanguage()
  return (error) => describeFailure(error, language, t)
}

const LOAD_TEXTS = {
  offline: 'failed.offlineTitle',
  offlineHint: 'places.offlineHint',
  failed: 'places.failed',
  failedHint: 'reason.other',
} as const

/** What to say of a list that is not there, for the kit's QueryContent. */
export function useLoadTexts(): (key: keyof typeof LOAD_TEXTS) => string {
  const t = useTexts()
  return (key) => t(LOAD_TEXTS[key])
}
