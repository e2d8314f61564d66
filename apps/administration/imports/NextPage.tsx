import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'

/** The end of a list that has more pages; nothing once all are shown. */
export function NextPage({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
}) {
  if (!hasNextPage) return null
  const status = isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : 'more'
  return <LoadMoreEnd status={status} empty={false} onMore={() => void fetchNextPage()} />
}
