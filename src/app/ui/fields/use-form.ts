import { useId, useRef, useState, type FormEvent } from 'react'
import { textFor } from '../../../../contract/envelope.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import type { FieldProblem } from '../../../../contract/rules/field-problems.ts'
import { CallError } from '../../core/api/call-error.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

/** What the fields of a form hold. */
export type FormValues = Record<string, string | boolean>

export type Form<Values extends FormValues> = ReturnType<typeof useForm<Values>>

/**
 * A form that is checked before it is sent. Errors, from here or the server, appear at their fields, and the first of these gets the focus. Values
 * stay until `send` has resolved; then they are the caller's initial ones.
 */
export function useForm<Values extends FormValues>({
  initial,
  check,
  send,
}: {
  initial: Values
  check: (values: Values) => readonly FieldProblem[]
  send: (values: Values) => Promise<void>
}) {
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState<readonly { field: string; texts: { zh: string; en: string } }[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const values = { ...initial, ...typed }

  const refuse = (form: HTMLFormElement, found: typeof problems) => {
    setProblems(found)
    const first = [...form.elements].find(
      (element) => element instanceof HTMLElement && found.some(({ field }) => element.getAttribute('name') === field),
    )
    first?.closest('details')?.setAttribute('open', '')
    if (first instanceof HTMLElement) first.focus()
    return first !== undefined
  }

  const submit = async (form: HTMLFormElement) => {
    if (sending.current) return
    setFailure(null)
    const wrong = check(values).map(({ field, code }) => ({ field, texts: errorTexts[code] }))
    refuse(form, wrong)
    if (wrong.length > 0) return
    sending.current = true
    setBusy(true)
    try {
      await send(values)
      setTyped({})
    } catch (error) {
      // If none of the refused fields is shown, the failure is below the form.
      if (!refuse(form, fieldsOf(error))) setFailure(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    id,
    values,
    /** An error text for each invalid field. */
    problems: Object.fromEntries(problems.map(({ field, texts }) => [field, language === 'en' ? texts.en : texts.zh])),
    /** The failure beside the fields. */
    failure: failure === null ? null : describeFailure(failure),
    busy,
    changed: Object.entries(typed).some(([name, value]) => initial[name] !== value),
    set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
      // By function: one event may set two fields.
      setTyped((before) => ({ ...before, [name]: value }))
      setProblems((before) => before.filter(({ field }) => field !== name))
    },
    /** For the form element: its fields are found by name. */
    props: {
      id,
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

/** The fields refused by the server, with its texts in both languages. */
function fieldsOf(error: unknown): { field: string; texts: { zh: string; en: string } }[] {
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope') return []
  return (error.failure.envelope.fieldErrors ?? []).map(({ field = '', message }) => ({
    field,
    texts: { zh: textFor('zh-CN', message), en: textFor('en', message) },
  }))
}
