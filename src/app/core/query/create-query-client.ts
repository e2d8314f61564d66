import { MutationCache, QueryClient, type QueryCache } from '@tanstack/react-query'

/** Imported on the first change: `use-change.ts` has loaded the module by then, and the first screen does not need it. */
const loadChanges = () => import('./changes.ts')

/** Milliseconds. A change that is still under way is looked at as often. */
const FORGET_AFTER = 1000

/**
 * A cache of what the server owns. Failed queries are repeated only on demand: the screens say what failed and offer it. Changes are sent at once or not at all:
 * none waits for the network, and what was sent and returned, such as passwords, is forgotten soon after it is no longer shown.
 */
export function createQueryClient(queryCache?: QueryCache): QueryClient {
  return new QueryClient({
    ...(queryCache && { queryCache }),
    mutationCache: new MutationCache({
      onSuccess: async (result, sent, _context, { meta }, { client }) =>
        (await loadChanges()).tellDone(client, result, sent, meta),
      onError: async (error, sent, _context, mutation, { client }) =>
        (await loadChanges()).tellFailed(client, error, sent, mutation),
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', gcTime: FORGET_AFTER },
    },
  })
}
