import { useInfiniteQuery, type InfiniteQueryObserverResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio/react'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import type { LoadMoreStatus } from '../../../src/app/ui/layout/LoadMore.tsx'
import { createEntrySorter, type Sort } from './entries.ts'
import { isMissing, type FolderStore } from './folder-store.ts'
import { highlighted, joinPages, knownPath, totalsOf, withoutRemoved } from './listing.ts'

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; error: unknown }

/** A folder as the page shows it. `entries` and `totals` are null until a listing has arrived. */
export type FolderView = ReturnType<typeof useFolder>

/** Opens a folder and returns what is known of it in the wanted order; fetched again when the network comes back. */
export function useFolder(store: FolderStore, folderId: string | null) {
  const language = useLanguage()
  const query = useInfiniteQuery(store.folderQuery(folderId))
  const { added, removed, fresh } = useSnapshot(store.state)
  const [sortEntries] = useState(createEntrySorter)

  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const { by, descending } = sort
  useEffect(
    () => void store.arrange(folderId, { by, descending, language }),
    [store, folderId, by, descending, language],
  )
  // After the query above has left the folder before.
  useEffect(() => store.enter(folderId), [store, folderId])

  const pages = isMissing(query.error) ? undefined : query.data?.pages
  const listing = useMemo(() => pages && joinPages(pages, added), [pages, added])
  const entries = useMemo(
    () => (listing ? sortEntries(withoutRemoved(listing, removed), sort, language) : null),
    [listing, removed, sort, language, sortEntries],
  )
  const totals = useMemo(() => (listing ? totalsOf(listing, removed) : null), [listing, removed])

  return {
    ...progressOf(query),
    /** The folders from the top to this one. */
    path: knownPath(store.knownFolders(), folderId),
    entries,
    totals,
    sort,
    setSort,
    /** Ids of entries to highlight. */
    fresh: highlighted(fresh),
    /** Fetches again all that is shown. */
    refresh: () => void query.refetch(),
    /** Fetches the next page, unless a request is running. */
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}

type Progress = Pick<
  InfiniteQueryObserverResult,
  'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'hasNextPage'
>

/** The state of the listing, and that of its end: 'done' when all entries are loaded. */
export function progressOf(query: Progress): { readonly load: Load; readonly end: LoadMoreStatus } {
  const { isFetching, isFetchNextPageError, error } = query
  return {
    load:
      isFetching && !query.isFetchingNextPage
        ? { phase: 'loading' }
        : error && !isFetchNextPageError
          ? { phase: 'failed', error }
          : { phase: 'ready' },
    end: !query.hasNextPage ? 'done' : isFetching ? 'loading' : isFetchNextPageError ? 'failed' : 'more',
  }
}
