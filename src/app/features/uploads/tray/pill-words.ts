import type { Language } from '../../../../../contract/envelope.ts'
import { formatDuration } from '../../../ui/format/format.ts'
import type { UploadSum } from './upload-sum.ts'
import type { UploadTranslate } from './upload-texts.ts'

/** How uploads stand as a whole: `needed` when nothing more happens to some of them without a person. */
export type Standing = 'moving' | 'needed' | 'paused' | 'done'

/** How all uploads stand. */
export function standingOf({ active, paused, failed, needing }: UploadSum): Standing {
  if (failed + needing > 0) return 'needed'
  if (active > 0) return 'moving'
  return paused > 0 ? 'paused' : 'done'
}

/** The pill's words: how many of how many, and what matters most besides. */
export function pillWords(sum: UploadSum, t: UploadTranslate, language: Language): string {
  const { total, done, active, offline, paused, failed, needing, secondsLeft } = sum
  const of = t('of', { done, total })
  const also = (other: string): string => t('and', { one: of, other })
  if (needing > 0) return also(t('needing', { count: needing }))
  if (failed > 0) return also(t('failed', { count: failed }))
  if (active > 0 && active === offline) return also(t('offline'))
  if (active > 0) return secondsLeft === null ? of : also(t('left', { time: formatDuration(secondsLeft, language) }))
  return paused > 0 ? also(t('paused')) : t('allDone', { count: done })
}
