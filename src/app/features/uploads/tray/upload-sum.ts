import type { UploadItem } from '../../../platform/upload.ts'
import { viewUpload } from './upload-view.ts'

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
