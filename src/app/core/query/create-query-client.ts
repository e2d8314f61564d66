import { QueryClient, type QueryCache } from '@tanstack/react-query'
import { createChangeCache } from './changes.ts'

/**
 * A cache of what the server owns. Failed queries are repeated only on demand: the screens say what failed and offer it. Changes are sent at once or not at all:
 * none waits for the network.
 */
export function createQueryClient(queryCache?: QueryCache): QueryClient {
  return new QueryClient({
    ...(queryCache && { queryCache }),
    mutationCache: createChangeCache(),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { networkMode: 'always' } },
  })
}
