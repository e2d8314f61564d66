import { failureCode } from '../../src/app/micro-apps/app-context.ts'
import { errorText, isErrorCode } from '../../contract/error-texts.ts'
import { useLanguage, useTexts } from './portal-context.ts'

export { useSend } from '../../src/app/micro-apps/use-change.ts'
export { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'

/** Returns the function for the text of a failure: the server's, or what to do without one. */
export function useFailureReason(): (error: unknown) => string {
  const t = useTexts()
  const language = useLanguage()
  return (error) => {
    const code = failureCode(error)
    if (isErrorCode(code)) return `${errorText(code, language)}${t('stop')}`
    if (code === 'client.network') return t('reason.network')
    if (code === 'client.timeout') return t('reason.timeout')
    return t('reason.other')
  }
}
