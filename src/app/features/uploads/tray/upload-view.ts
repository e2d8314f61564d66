import type { UploadItem, UploadState } from '../../../platform/upload.ts'

/** What a row shows of an upload. */
export interface UploadView {
  /** Progress of the current step, 0 to 1; null without any. */
  readonly fraction: number | null
  /** Bytes that have been sent; null before and after sending. */
  readonly sent: number | null
  /** Bytes a second. */
  readonly speed: number | null
  readonly secondsLeft: number | null
  /** Why there is no progress although nothing has failed. */
  readonly stall: 'retrying' | 'session' | null
}

const NOT_MOVING = { fraction: null, sent: null, speed: null, secondsLeft: null, stall: null } as const

export function viewUpload({ size, state }: Pick<UploadItem, 'size' | 'state'>): UploadView {
  const share = (bytes: number) => (size === 0 ? 1 : Math.min(1, bytes / size))
  switch (state.phase) {
    case 'waiting':
      return { ...NOT_MOVING, fraction: 0 }
    case 'hashing':
      // Without a speed: that of the disk says nothing about the network.
      return { ...NOT_MOVING, fraction: share(state.hashed) }
    case 'checking':
      return { ...NOT_MOVING, fraction: 1, stall: state.stall }
    case 'sending': {
      const { sent, stall } = state
      const pace = stall === null ? { speed: state.speed, secondsLeft: state.secondsLeft } : {}
      return { ...NOT_MOVING, fraction: share(sent), sent, stall, ...pace }
    }
    case 'merging':
      return { ...NOT_MOVING, fraction: 1, stall: state.stall }
    case 'paused':
    case 'offline':
      return state.during === 'hashing'
        ? { ...NOT_MOVING, fraction: share(state.hashed) }
        : { ...NOT_MOVING, fraction: share(state.sent), sent: state.sent > 0 ? state.sent : null }
    case 'failed':
    case 'needs-file':
      return NOT_MOVING
    case 'done':
      return { ...NOT_MOVING, fraction: 1 }
  }
}

/** Whether an upload cannot continue without the user. */
export function needsPerson({ state }: Pick<UploadItem, 'state'>): boolean {
  return state.phase === 'failed' || state.phase === 'needs-file'
}

/** Sending the same file again would be refused again. */
const FINAL = new Set(['storage.type_blocked', 'storage.name_invalid', 'storage.too_large', 'storage.file_missing'])

/** Whether a retry can help after a failure of this code. */
export function canRetry(code: string): boolean {
  return !FINAL.has(code)
}

/** Whether a part of the file may be on the server after a failure of this code: above the quota nothing was sent. */
export function mayHaveSent(code: string): boolean {
  return canRetry(code) && code !== 'storage.quota_person' && code !== 'storage.quota_unit'
}

/** The action of a row's main button; null without one. */
export function mainAction(state: UploadState): 'pause' | 'resume' | 'retry' | null {
  switch (state.phase) {
    case 'waiting':
    case 'hashing':
    case 'checking':
    case 'sending':
    case 'offline':
      return 'pause'
    case 'paused':
      return 'resume'
    case 'failed':
      return canRetry(state.failure.code) ? 'retry' : null
    case 'needs-file':
    case 'merging':
    case 'done':
      return null
  }
}

/** Uploads that need the user first, then the queue in its order, then finished ones. */
export function orderRows(items: readonly UploadItem[]): UploadItem[] {
  const rank = (item: UploadItem): number => (needsPerson(item) ? 0 : item.state.phase === 'done' ? 2 : 1)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

/** The ids of waiting uploads, in queue order. */
export function waitingIds(items: readonly UploadItem[]): string[] {
  return items.filter(({ state }) => state.phase === 'waiting').map(({ id }) => id)
}

/** The id before which a waiting upload goes to swap with its neighbour; null for the end, undefined without a neighbour. */
export function moveTarget(
  ids: readonly string[],
  id: string,
  direction: 'earlier' | 'later',
): string | null | undefined {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  if (direction === 'earlier') return ids[at - 1]
  return at + 1 < ids.length ? (ids[at + 2] ?? null) : undefined
}
