import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOnline } from '../connectivity/use-online.ts'
import type { KeptResponses } from './kept-responses.ts'

/**
 * Keeps what a query shows for the next start without a network, and shows what was kept until the server answers; `part`: the child that it is about, or null.
 * Without `isKept` nothing new is kept. Returns the milliseconds since 1970 at which the shown data was loaded if that may be out of date; else null.
 */
export function useKeptResponse<T>(
  kept: KeptResponses<T>,
  userId: string,
  part: string | null,
  query: Pick<UseQueryResult<T>, 'data' | 'dataUpdatedAt' | 'isError' | 'isPlaceholderData'>,
  isKept = true,
): number | null {
  const online = useOnline()
  const { data, dataUpdatedAt, isError, isPlaceholderData } = query
  const own = isPlaceholderData ? undefined : data
  useEffect(() => kept.start(userId, part), [kept, userId, part])
  useEffect(() => {
    if (isKept && own !== undefined) kept.note(part, own, dataUpdatedAt)
  }, [kept, part, isKept, own, dataUpdatedAt])
  return own !== undefined && (!online || isError) ? dataUpdatedAt : null
}
