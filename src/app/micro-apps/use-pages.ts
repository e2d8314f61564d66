import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useFirstInParts } from '../core/query/use-first-in-parts.ts'
import type { LoadMoreStatus } from '../ui/layout/LoadMore.tsx'

interface Page<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** A query of a list, page by page; `change` updates its entries. */
export function usePages<T>({
  queryKey,
  read,
  keyOf,
}: {
  /** Another key is another list. The previous one stays until the next has loaded. */
  queryKey: readonly string[]
  read: (signal: AbortSignal, page: number) => Promise<Page<T>>
  keyOf: (item: T) => string
}) {
  const client = useQueryClient()
  const live = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(signal, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { items }) => sum + items.length, 0) < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    // New entries shift the pages: nothing is listed twice.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ items }) => items).map((item) => [keyOf(item), item])).values(),
    ],
  })
  const query = useFirstInParts(live)
  const end: LoadMoreStatus = query.hasNextPage ? 'more' : 'done'
  return {
    ...query,
    /** The state of the list's end. */
    end: query.isFetching ? 'loading' : query.isError ? 'failed' : end,
    change: (now: (item: T) => T) =>
      client.setQueryData<InfiniteData<Page<T>, number>>(
        queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(now) })) },
      ),
  } as const
}
