import type { UploadItem } from '../../../platform/upload.ts'
import { viewUpload } from './upload-view.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import { formatDuration } from '../../../ui/format/format.ts'
import type { UploadTranslate } from './upload-texts.ts'

type Counted = Pick<UploadItem, 'size' | 'state'>

/** What all uploads together come to. */
export interface UploadSum {
  readonly total: number
  readonly done: number
  /** So many get on, or will by themselves. */
  readonly active: number
  /** So many of the active ones wait for the network. */
  readonly offline: number
  readonly paused: number
  readonly failed: number
  /** So many cannot go on until somebody gives them their file. */
  readonly needing: number
  /** How much of all bytes is on the server, 0 to 1; what has failed does not count. */
  readonly fraction: number
  /** Bytes a second of those that are being sent; null while none is. */
  readonly speed: number | null
  /** Until the active ones are through, at that speed. */
  readonly secondsLeft: number | null
}

/** Counts uploads by what becomes of them, and estimates when they are through. */
export function sumUploads(items: readonly Counted[]): UploadSum {
  const count = { done: 0, active: 0, offline: 0, paused: 0, failed: 0, needing: 0 }
  let size = 0
  let sent = 0
  let activeLeft = 0
  let speed = 0
  for (const item of items) {
    const kind = kindOf(item)
    count[kind] += 1
    if (item.state.phase === 'offline') count.offline += 1
    if (kind === 'failed') continue
    const there = sentOf(item)
    size += item.size
    sent += there
    if (kind !== 'active') continue
    activeLeft += item.size - there
    speed += viewUpload(item).speed ?? 0
  }
  const total = items.length
  return {
    ...count,
    total,
    // Files without content count by their number.
    fraction: size > 0 ? sent / size : total > count.failed ? count.done / (total - count.failed) : 0,
    speed: speed > 0 ? speed : null,
    secondsLeft: speed > 0 ? activeLeft / speed : null,
  }
}

function kindOf({ state: { phase } }: Counted): 'done' | 'active' | 'paused' | 'failed' | 'needing' {
  switch (phase) {
    case 'done':
    case 'paused':
    case 'failed':
      return phase
    case 'needs-file':
      return 'needing'
    default:
      return 'active'
  }
}

function sentOf(item: Counted): number {
  const { phase } = item.state
  return phase === 'done' || phase === 'merging' ? item.size : (viewUpload(item).sent ?? 0)
}

/** What the window's title begins with while something is under way, such as '(42%) '; else nothing. */
export function titlePrefix({ active, fraction }: UploadSum): string {
  return active > 0 ? `(${Math.floor(fraction * 100)}%) ` : ''
}

/** What the application's badge counts: the files that are not there yet. */
export function filesLeft({ total, done }: UploadSum): number {
  return total - done
}

/** How uploads stand as a whole: `needed` when nothing more happens to some of them without a person. */
export type TrayStatus = 'moving' | 'needed' | 'paused' | 'done'

/** How all uploads stand. */
export function statusOf({ active, paused, failed, needing }: UploadSum): TrayStatus {
  if (failed + needing > 0) return 'needed'
  if (active > 0) return 'moving'
  return paused > 0 ? 'paused' : 'done'
}

/** The pill's words: how many of how many, and what matters most besides. */
export function pillText(sum: UploadSum, t: UploadTranslate, language: Language): string {
  const { total, done, active, offline, paused, failed, needing, secondsLeft } = sum
  const of = t('of', { done, total })
  const also = (other: string): string => t('and', { one: of, other })
  if (needing > 0) return also(t('needing', { count: needing }))
  if (failed > 0) return also(t('failed', { count: failed }))
  if (active > 0 && active === offline) return also(t('offline'))
  if (active > 0) return secondsLeft === null ? of : also(t('left', { time: formatDuration(secondsLeft, language) }))
  return paused > 0 ? also(t('paused')) : t('allDone', { count: done })
}

/** Something that a person wants to hear of without looking. */
export type UploadNews =
  | { readonly kind: 'failed' | 'needed'; readonly name: string }
  | { readonly kind: 'done'; readonly name: string; readonly count: number }

/** What has happened between two states of the list; null when it is nothing to speak of. What needs a person comes before what is done. */
export function newsBetween(before: readonly UploadItem[], now: readonly UploadItem[]): UploadNews | null {
  const known = new Map(before.map(({ id, state }) => [id, state.phase]))
  const became = (phase: UploadItem['state']['phase']): UploadItem | undefined =>
    now.find(({ id, state }) => state.phase === phase && known.get(id) !== phase)
  const needed = became('needs-file')
  if (needed) return { kind: 'needed', name: needed.name }
  const failed = became('failed')
  if (failed) return { kind: 'failed', name: failed.name }
  const done = became('done')
  const count = now.filter(({ state }) => state.phase === 'done').length
  return done && count === now.length ? { kind: 'done', name: done.name, count } : null
}

/** Whether uploads have come to their end between two moments, and not only to rest because somebody paused or cancelled them. */
export function hasEnded(before: UploadSum, now: UploadSum): boolean {
  return before.active > 0 && now.active === 0 && now.paused === 0 && now.total >= before.total
}
