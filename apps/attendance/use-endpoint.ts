import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { failureCode } from '../../src/app/micro-apps/app-context.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { useLanguage, usePortal, useTexts } from './portal-context.ts'

/**
 * Queries an endpoint, again when the request changes and when the network is back; until then the previous response stays as a placeholder.
 * `request` null: no query.
 */
export function useEndpoint<R extends AnyEndpoint>(endpoint: R, request: RequestOf<R> | null) {
  const portal = usePortal()
  return useQuery({
    queryKey: [endpoint.name, request],
    queryFn: request === null ? skipToken : ({ signal }) => portal.call(endpoint, request, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

/** Returns the function that makes a change, after which all that is shown is loaded again. Rejects as calls do. */
export function useSend() {
  const portal = usePortal()
  const client = useQueryClient()
  return async <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>): Promise<ResponseOf<R>> => {
    const response = await portal.call(endpoint, request, { quiet: true })
    void client.invalidateQueries()
    return response
  }
}

/** Returns the function for the text of a failure: the server's, or what to do without one. */
export function useFailureReason(): (error: unknown) => string {
  const t = useTexts()
  const language = useLanguage()
  return (error) => {
    const code = failureCode(error)
    if (isErrorCode(code)) return `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}`
    if (code === 'client.network') return t('reason.network')
    if (code === 'client.timeout') return t('reason.timeout')
    return t('reason.other')
  }
}
