import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { usePortal, type Translate } from './portal-context.ts'

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

const coded = z.object({ code: z.string() })

/** The code of a failed call: the server's, `client.*` without a response, 'unknown' for any other error. */
export function failureCode(error: unknown): string {
  const parsed = coded.safeParse(error)
  return parsed.success ? parsed.data.code : 'unknown'
}

/** The text of a failure: the server's, or what to do without one. */
export function failureReason(code: string, language: Language, t: Translate): string {
  if (isErrorCode(code)) return `${errorTexts[code][language === 'en' ? 'en' : 'zh']}${t('stop')}`
  if (code === 'client.network') return t('reason.network')
  if (code === 'client.timeout') return t('reason.timeout')
  return t('reason.other')
}
