import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio/react'
import type { LoadMoreStatus } from '../../../src/app/ui/layout/LoadMore.tsx'
import { useObservable, usePortal } from '../portal.ts'
import { createEntrySorter, type Entry, type Sort } from './entries.ts'
import { listingKey, type FolderStore, type Load } from './folder-store.ts'
import { highlighted, knownPath, totalsOf, withoutRemoved, type Totals } from './listing.ts'

/** A folder as the page shows it. `entries` and `totals` are null until a listing has arrived. */
export interface FolderView {
  readonly load: Load
  /** The folders from the top to this one. */
  readonly path: ReturnType<typeof knownPath>
  readonly entries: readonly Entry[] | null
  readonly totals: Totals | null
  /** The state of the list's end: 'done' when all entries are loaded. */
  readonly end: LoadMoreStatus
  /** Ids of entries to highlight. */
  readonly fresh: Readonly<Record<string, true>>
}

/** Opens a folder, fetches it again when the network comes back, and returns what is known of it in the wanted order. */
export function useFolder(store: FolderStore, folderId: string | null, sort: Sort): FolderView {
  const portal = usePortal()
  const language = useObservable(portal.language)
  const online = useObservable(portal.online)
  const state = useSnapshot(store.state)
  const wasOnline = useRef(online)
  const [sortEntries] = useState(createEntrySorter)

  // Before the folder is opened, because the request names the order.
  const { by, descending } = sort
  useEffect(() => store.arrange({ by, descending, language }), [store, by, descending, language])

  useEffect(() => {
    void store.open(folderId)
  }, [store, folderId])

  useEffect(() => {
    if (online && !wasOnline.current) void store.refresh()
    wasOnline.current = online
  }, [store, online])

  const { listings, removed } = state
  const listing = listings[listingKey(folderId)]
  const entries = useMemo(
    () => (listing ? sortEntries(withoutRemoved(listing, removed), sort, language) : null),
    [listing, removed, sort, language, sortEntries],
  )
  const totals = useMemo(() => (listing ? totalsOf(listing, removed) : null), [listing, removed])

  // Between the change of address and the effect above, the state is that of the previous folder.
  const isOpen = state.folderId === folderId
  const load: Load = isOpen ? state.load : { phase: 'loading' }
  const { phase } = isOpen ? state.more : load
  return {
    load,
    path: knownPath(listings, folderId),
    entries,
    totals,
    end: listing?.next == null ? 'done' : load.phase === 'loading' ? 'loading' : phase === 'ready' ? 'more' : phase,
    fresh: highlighted(state.fresh),
  }
}
