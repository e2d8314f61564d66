import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../core/api/call-context.ts'
import { useFirstInParts } from './use-endpoint.ts'
import type { LoadMoreStatus } from '../ui/layout/LoadMore.tsx'

interface Page<T> {
  readonly total: number
  readonly items: readonly T[]
}

/**
 * A query of a list, page by page; `change` updates its entries. `request`: without the page. Another one is another list; the previous one stays until the next has
 * loaded.
 */
export function usePages<R extends AnyEndpoint, T>(
  endpoint: R,
  request: Omit<RequestOf<R>, 'page'>,
  { read, keyOf }: { read: (response: ResponseOf<R>) => Page<T>; keyOf: (item: T) => string },
) {
  const call = useCall()
  const client = useQueryClient()
  // Not as `useEndpoint` has it, whose responses are of one page.
  const queryKey = [endpoint.name, request, 'pages']
  const live = useInfiniteQuery({
    queryKey,
    queryFn: async ({ signal, pageParam }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- endpoints of pages take the page
      read(await call(endpoint, { ...request, page: pageParam } as RequestOf<R>, { signal })),
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
