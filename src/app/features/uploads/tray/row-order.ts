import type { UploadItem } from '../../../platform/upload.ts'
import { needsPerson } from './upload-view.ts'

/** The rows as they are shown: what needs a person first, then the queue in its order, then what is done. */
export function orderRows(items: readonly UploadItem[]): UploadItem[] {
  const rank = (item: UploadItem): number => (needsPerson(item) ? 0 : item.state.phase === 'done' ? 2 : 1)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

/** The ids of those that wait for their turn, in their order. */
export function waitingIds(items: readonly UploadItem[]): string[] {
  return items.filter(({ state }) => state.phase === 'waiting').map(({ id }) => id)
}

/** Before which upload one has to go to change places with its neighbour among those that wait; undefined where it has none, null for the end. */
export function placeBefore(ids: readonly string[], id: string, way: 'earlier' | 'later'): string | null | undefined {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  if (way === 'earlier') return ids[at - 1]
  return at + 1 < ids.length ? (ids[at + 2] ?? null) : undefined
}
