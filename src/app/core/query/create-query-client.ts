import { QueryClient, type QueryCache } from '@tanstack/react-query'

/** Milliseconds. A change that is still under way is looked at as often. */
const FORGET_AFTER = 1000

/**
 * A cache of what the server owns. Failed queries are repeated only on demand: the screens say what failed and offer it. Changes are sent at once or not at all:
 * none waits for the network, and what was sent and returned, such as passwords, is forgotten soon after it is no longer shown.
 */
export function createQueryClient(queryCache?: QueryCache): QueryClient {
  return new QueryClient({
    ...(queryCache && { queryCache }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', gcTime: FORGET_AFTER },
    },
  })
}
