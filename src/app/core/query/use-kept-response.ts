import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOnline } from '../connectivity/use-online.ts'
import type { KeepResponse } from './kept-responses.ts'

/**
 * Keeps what a query shows for the next start without a network, and shows what was kept until the server answers; `part`: the child that it is about, or null.
 * Returns the milliseconds since 1970 at which the shown data was loaded if that may be out of date; else null.
 */
export function useKeptResponse(
  keep: KeepResponse,
  userId: string,
  part: string | null,
  { data, dataUpdatedAt, isError, isPlaceholderData }: UseQueryResult,
): number | null {
  const online = useOnline()
  useEffect(() => keep(userId, part), [keep, userId, part])
  return data !== undefined && !isPlaceholderData && (!online || isError) ? dataUpdatedAt : null
}
