import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../core/api/call-context.ts'
import { failureCode } from './app-context.ts'

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

/**
 * The record whose id is in the page's address, read by an endpoint whose request has the route's parameters. It is gone where these are no request of the
 * endpoint, and where the call fails with the code `gone`.
 */
export function useRecord<R extends AnyEndpoint>(
  endpoint: R,
  gone: string,
  options?: Parameters<typeof useEndpoint<R>>[2],
) {
  const params = useParams()
  const isRequested = isRequestOf(endpoint, params)
  const query = useEndpoint(endpoint, isRequested ? params : null, options)
  return { query, isGone: !isRequested || failureCode(query.error) === gone }
}

function isRequestOf<R extends AnyEndpoint>(endpoint: R, request: unknown): request is RequestOf<R> {
  return z.safeParse(endpoint.request, request).success
}

/**
 * Returns `query`, but its first answer a moment later: React then draws it in parts of 5 ms, between which a press is answered. A store's change is
 * drawn at once otherwise, however long it takes. Later answers are not delayed, so that what is shown always belongs to what was asked last.
 */
export function useFirstInParts<T extends { readonly isPending: boolean }>(query: T): T {
  const deferred = useDeferredValue(query)
  return deferred.isPending && !query.isPending ? deferred : query
}
