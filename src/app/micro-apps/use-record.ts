import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { AnyEndpoint, RequestOf } from '../../../contract/endpoint.ts'
import { failureCode } from './app-context.ts'
import { useEndpoint } from './use-endpoint.ts'

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
