import { proxy } from 'valtio/vanilla'
import * as z from 'zod/mini'
import { desktopOrder, type DesktopOrder } from '../../../../../contract/endpoints/desktop-order.ts'
import { persistStore, type PersistedStore } from '../../../core/storage/persist-store.ts'

/** An order that the server does not know yet; it outlives the visit, so that nothing is lost that was arranged without a network. */
export const pending = proxy<{ order: DesktopOrder | null }>({ order: null })

let kept: { userId: string; store: PersistedStore } | undefined

/** Resolves once what an earlier visit could not save is in `pending`. */
export function keepPending(userId: string): Promise<void> {
  if (kept?.userId !== userId) {
    void kept?.store.stop()
    pending.order = null
    kept = {
      userId,
      store: persistStore(pending, {
        key: { userId, name: 'desktopOrder' },
        version: 1,
        schema: z.object({ order: z.nullable(desktopOrder) }),
        select: ({ order }) => ({ order: order && order.map(({ code, codes }) => ({ code, codes: [...codes] })) }),
        restore: (store, { order }) => {
          // What was arranged since the start is newer.
          store.order ??= order
        },
      }),
    }
  }
  return kept.store.ready
}
