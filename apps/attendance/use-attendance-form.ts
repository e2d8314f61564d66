import { useForm } from '../../src/app/ui/form/use-form.ts'
import { useFailureReason } from './use-endpoint.ts'

/** A form whose failures are told in the application's words. */
export const useAttendanceForm: typeof useForm = (options) => useForm({ describe: useFailureReason(), ...options })
