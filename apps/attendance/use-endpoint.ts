import { useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { failureCode } from '../../src/app/micro-apps/app-context.ts'
import { errorTexts, isErrorCode } from '../../contract/errors.ts'
import { useLanguage, usePortal, useTexts } from './portal-context.ts'

export { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'

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
