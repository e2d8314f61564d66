import type { UploadItem } from '../../../platform/upload.ts'
import type { UploadSum } from './upload-sum.ts'

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
