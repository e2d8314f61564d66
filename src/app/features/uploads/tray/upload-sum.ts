import type { UploadItem } from '../../../platform/upload.ts'
import { viewUpload } from './upload-view.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import { formatDuration } from '../../../ui/format/format.ts'
import type { UploadTranslate } from './upload-texts.ts'

type Counted = Pick<UploadItem, 'size' | 'state'>

/** The sum of all uploads. */
export interface UploadSum {
  readonly total: number
  readonly done: number
  /** Under way, or waiting for something other than the user. */
  readonly active: number
  /** Active ones that wait for the network. */
  readonly offline: number
  readonly paused: number
  readonly failed: number
  /** Waiting for the user to choose their file. */
  readonly needing: number
  /** Fraction of all bytes that is on the server, 0 to 1, without failed uploads. */
  readonly fraction: number
  /** Bytes a second of all uploads that are being sent; null without any. */
  readonly speed: number | null
  /** Until the active ones are done, at that speed. */
  readonly secondsLeft: number | null
}

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
    // Empty files count by their number.
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

/** The prefix of the window's title while something is under way, such as '(42%) '; else empty. */
export function titlePrefix({ active, fraction }: UploadSum): string {
  return active > 0 ? `(${Math.floor(fraction * 100)}%) ` : ''
}

/** The number for the application's badge: files that are not uploaded yet. */
export function filesLeft({ total, done }: UploadSum): number {
  return total - done
}

/** The status of all uploads: `needed` when some of them cannot continue without the user. */
export type TrayStatus = 'moving' | 'needed' | 'paused' | 'done'

export function statusOf({ active, paused, failed, needing }: UploadSum): TrayStatus {
  if (failed + needing > 0) return 'needed'
  if (active > 0) return 'moving'
  return paused > 0 ? 'paused' : 'done'
}

/** The pill's text: how many of how many, and the most important fact besides. */
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

/** A change that screen readers announce. */
export type UploadNews =
  | { readonly kind: 'failed' | 'needed'; readonly name: string }
  | { readonly kind: 'done'; readonly name: string; readonly count: number }

/** The most important change between two lists, or null; what needs the user comes before what is done. */
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

/** Whether uploads have ended between two sums, rather than being paused or cancelled. */
export function hasEnded(before: UploadSum, now: UploadSum): boolean {
  return before.active > 0 && now.active === 0 && now.paused === 0 && now.total >= before.total
}
