import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryCache,
} from '@tanstack/react-query'

/** Milliseconds. A change that is still under way is looked at as often. */
const FORGET_AFTER = 1000

/**
 * Repeats first loads that run during an invalidation: their response may be older than the change. TanStack cancels a running request only where there is data
 * already: https://github.com/TanStack/query/blob/v5.104.5/packages/query-core/src/query.ts. A first load is not cancelled, because its promise may be shared by
 * callers that would be rejected. A query that has an effect on the server must not be mounted where changes are made: it would run twice.
 */
class PortalQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    const again = options.cancelRefetch === false ? [] : first
    const refetchType = filters.refetchType ?? filters.type ?? 'active'
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...again.map(async ({ queryKey, promise }) => {
        await promise?.catch(() => {})
        await super.invalidateQueries({ queryKey, exact: true, refetchType }, options)
      }),
    ])
  }
}

/**
 * A cache of what the server owns. Failed queries are repeated only on demand: the screens say what failed and offer it. Changes are sent at once or not at all:
 * none waits for the network, and what was sent and returned, such as passwords, is forgotten soon after it is no longer shown.
 */
export function createQueryClient(queryCache?: QueryCache): QueryClient {
  return new PortalQueryClient({
    ...(queryCache && { queryCache }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', gcTime: FORGET_AFTER },
    },
  })
}
