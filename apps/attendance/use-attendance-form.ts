import { useForm } from '../../src/app/ui/form/use-form.ts'
import { useLanguage, useTexts } from './portal-context.ts'
import { failureCode, failureReason } from './use-endpoint.ts'

/** A form whose failures are told in the application's words. */
export const useAttendanceForm: typeof useForm = (options) => {
  const t = useTexts()
  const language = useLanguage()
  return useForm({ describe: (error) => failureReason(failureCode(error), language, t), ...options })
}
