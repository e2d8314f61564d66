import { isSettled, type UploadChanges, type UploadItem } from '../../platform/upload.ts'
import { createObservable } from '../../core/state/observable.ts'

/** The uploads of this account, in the order of the queue; those that ended in this visit too. */
export const uploads = createObservable<readonly UploadItem[]>([])

/** How often something was added in this tab. */
export const additions = createObservable(0)

/** The list after what has changed. `whole`: what is not among it is there no more, unless it has ended. */
export function applyChanges(items: readonly UploadItem[], changes: UploadChanges, whole: boolean): UploadItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const told = new Set(changes.items.map(({ id }) => id))
  if (whole) for (const [id, item] of byId) if (!told.has(id) && !isSettled(item.state)) byId.delete(id)
  for (const item of changes.items) byId.set(item.id, item)
  for (const id of changes.removed) byId.delete(id)
  return changes.order ? inOrder(byId, changes.order) : [...byId.values()]
}

/** Those that the order does not name have ended before it was made, and stand first. */
function inOrder(byId: ReadonlyMap<string, UploadItem>, order: readonly string[]): UploadItem[] {
  const named = new Set(order)
  const others = [...byId.values()].filter(({ id }) => !named.has(id))
  return [...others, ...order.flatMap((id) => byId.get(id) ?? [])]
}

/** Whether an upload is getting on, or will by itself. */
export function isUnderWay({ state }: Pick<UploadItem, 'state'>): boolean {
  return !isSettled(state) && state.phase !== 'paused' && state.phase !== 'needs-file'
}
