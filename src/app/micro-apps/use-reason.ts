import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { failureCode, useLanguage } from './app-context.ts'

/** Codes of calls without a response: the server may or may not have done what was asked. */
const UNANSWERED: readonly string[] = ['client.network', 'client.timeout']

/** Makes an application's hook for the reason of a failure: the server's words, or the application's own for what to do without them. */
export function createUseReason(useTexts: () => (key: 'stop' | 'failed.hint' | 'failed.noAnswer') => string) {
  return function useReason(): (error: unknown) => string {
    const t = useTexts()
    const language = useLanguage()
    return (error) => {
      const code = failureCode(error)
      if (UNANSWERED.includes(code)) return t('failed.noAnswer')
      return isErrorCode(code) ? `${errorText(code, language)}${t('stop')}` : t('failed.hint')
    }
  }
}
