import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../core/api/call-context.ts'
import { useFirstInParts } from '../core/query/use-first-in-parts.ts'

/**
 * Queries an endpoint, again when the request changes and when the network is back; until then the previous response stays as a placeholder.
 * `request` null: no query. With `forget` the response is dropped as soon as no page shows it. `every`: milliseconds until it is asked for again.
 * With `onFocus` it is asked for again whenever the window gets the focus.
 */
export function useEndpoint<R extends AnyEndpoint>(
  endpoint: R,
  request: RequestOf<R> | null,
  {
    forget = false,
    onFocus = false,
    every,
  }: { forget?: boolean; onFocus?: boolean; every?: (response: ResponseOf<R> | undefined) => number | false } = {},
) {
  const call = useCall()
  const query = useQuery<ResponseOf<R>>({
    queryKey: [endpoint.name, request],
    queryFn: request === null ? skipToken : ({ signal }) => call(endpoint, request, { signal }),
    placeholderData: keepPreviousData,
    ...(forget && { gcTime: 0 }),
    ...(onFocus && { refetchOnWindowFocus: true }),
    ...(every && { refetchInterval: ({ state }) => every(state.data) }),
  })
  return useFirstInParts(query)
}
