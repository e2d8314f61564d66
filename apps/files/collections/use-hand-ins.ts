import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listHandIns, readHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { usePortal } from '../portal.ts'

/** The hand-ins that the caller made, and those that are asked of the caller or the children. */
export function useHandIns() {
  const portal = usePortal()
  return useQuery({
    queryKey: [listHandIns.name],
    queryFn: ({ signal }) => portal.call(listHandIns, {}, { signal, quiet: true }),
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  })
}

/** Fetches all that is shown of hand-ins again. */
export function useRenewHandIns(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [listHandIns.name] }),
      client.invalidateQueries({ queryKey: [readHandIn.name] }),
    ])
}
