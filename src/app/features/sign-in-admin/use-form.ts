import type { FieldProblem } from '../../../../contract/rules/field-problems.ts'
import { useForm as useAnyForm, type Form, type FormValues } from '../../ui/fields/use-form.ts'
import { useAdmin } from './admin-context.ts'

/** A form of the page, in its language and with its words for failed calls. */
export function useForm<Values extends FormValues>(form: {
  initial: Values
  check: (values: Values) => readonly FieldProblem[]
  send: (values: Values) => Promise<void>
}): Form<Values> {
  const { language, describe } = useAdmin()
  return useAnyForm({ ...form, language, describe })
}
