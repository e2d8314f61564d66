import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio/react'
import type { FolderStore, Load, Order } from './folder-store.ts'
import { listingKey } from './folder-store.ts'
import { knownPath, pointedOut } from './listing.ts'
import { useObservable, usePortal } from './portal-context.ts'

/** Opens a folder, and again when the network comes back. Returns what is known of it; the rest of the state is a valtio snapshot. */
export function useFolder(store: FolderStore, folderId: string | null, { by, descending, language }: Order) {
  const online = useObservable(usePortal().online)
  const state = useSnapshot(store.state)
  const wasOnline = useRef(online)

  // Before the folder is opened: it is asked for in this order.
  useEffect(() => store.arrange({ by, descending, language }), [store, by, descending, language])

  useEffect(() => {
    void store.open(folderId)
  }, [store, folderId])

  useEffect(() => {
    if (online && !wasOnline.current) void store.refresh()
    wasOnline.current = online
  }, [store, online])

  // Between the change of address and the effect above, the state still speaks of the folder before.
  const isOpen = state.folderId === folderId
  const load: Load = isOpen ? state.load : { phase: 'loading' }
  return {
    load,
    more: isOpen ? state.more : load,
    listing: state.listings[listingKey(folderId)],
    path: knownPath(state.listings, folderId),
    removed: state.removed,
    fresh: pointedOut(state.fresh),
  }
}
