import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf } from '../../../contract/endpoint.ts'
import { usePortal } from './app-context.ts'

/**
 * Queries an endpoint, again when the request changes and when the network is back; until then the previous response stays as a placeholder.
 * `request` null: no query. With `forget` the response is dropped as soon as no page shows it.
 */
export function useEndpoint<R extends AnyEndpoint>(endpoint: R, request: RequestOf<R> | null, { forget = false } = {}) {
  const portal = usePortal()
  return useQuery({
    queryKey: [endpoint.name, request],
    queryFn: request === null ? skipToken : ({ signal }) => portal.call(endpoint, request, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    ...(forget && { gcTime: 0 }),
  })
}
