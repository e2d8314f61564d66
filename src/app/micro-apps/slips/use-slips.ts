import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PaperSlip } from './group-slips.ts'

const KEY = ['slips']

/**
 * The slips that are shown, until they are closed: also after a visit to the desktop, because the passwords come only once. They are in memory alone, with
 * the application's other data.
 */
export function useSlips() {
  const client = useQueryClient()
  const { data } = useQuery<readonly PaperSlip[] | null>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Infinity,
    staleTime: Infinity,
  })
  return {
    slips: data ?? null,
    show: (slips: readonly PaperSlip[]) => client.setQueryData(KEY, slips),
    close: () => client.setQueryData(KEY, null),
  }
}
