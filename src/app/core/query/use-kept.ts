import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/** What is kept in memory with the cache's other data, also while no page shows it, and the function that sets it. Undefined until then. */
export function useKept<T>(queryKey: readonly string[]): [kept: T | undefined, keep: (value: T) => void] {
  const client = useQueryClient()
  const { data } = useQuery<T>({ queryKey, queryFn: skipToken, gcTime: Infinity, staleTime: Infinity })
  return [data, (value) => void client.setQueryData<T>(queryKey, value)]
}
