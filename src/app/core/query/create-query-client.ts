import { QueryClient, type QueryCache } from '@tanstack/react-query'

/** A cache of what the server owns. Failed queries are repeated only on demand: the screens say what failed and offer it. */
export function createQueryClient(queryCache?: QueryCache): QueryClient {
  return new QueryClient({
    ...(queryCache && { queryCache }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  })
}
