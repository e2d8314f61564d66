import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { progressOf } from './use-folder.ts'

/** The pages of a list whose end, `next`, is the `after` of the following request. */
export function useEntryPages<Page extends { readonly next: string | null }>(
  queryKey: QueryKey,
  read: (where: { after?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === null ? {} : { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Fails at once while offline, because the end of the list offers a retry.
    networkMode: 'always',
    refetchOnReconnect: true,
  })
}

/** The end of such a list, which loads more. */
export function MoreEntries({
  query,
}: {
  query: Parameters<typeof progressOf>[0] & {
    readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>
  }
}) {
  return (
    <LoadMoreEnd
      status={progressOf(query).end}
      empty={false}
      onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
    />
  )
}
