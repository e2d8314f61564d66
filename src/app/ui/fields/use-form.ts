import { useId, useRef, useState, type FormEvent } from 'react'
import { textFor, type Language } from '../../../../contract/envelope.ts'
import { errorTexts } from '../../../../contract/errors.ts'
import type { FieldProblem } from '../../../../contract/rules/field-problems.ts'
import { CallError } from '../../core/api/call-error.ts'

/** What the fields of a form hold. */
export type FormValues = Record<string, string | boolean>

/** A form whose values survive every error; see `useForm`. */
export interface Form<Values extends FormValues> {
  readonly id: string
  readonly values: Values
  /** A sentence for each field that is not right. */
  readonly problems: Readonly<Record<string, string | undefined>>
  /** What went wrong beside the fields. */
  readonly failure: string | null
  readonly busy: boolean
  readonly changed: boolean
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** For the form element: its fields are found by their names. */
  readonly props: { id: string; noValidate: true; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
}

/**
 * A form that is checked before it is sent. Problems, be they found here or by the server, stand at their fields, and the first of these takes the focus.
 * What was typed stays until `send` has resolved; then the values are those that the caller starts with the next time.
 */
export function useForm<Values extends FormValues>({
  initial,
  check,
  send,
  language,
  describe,
}: {
  initial: Values
  check: (values: Values) => readonly FieldProblem[]
  send: (values: Values) => Promise<void>
  language: Language
  /** What went wrong with a call, as a sentence for the person. */
  describe: (error: unknown) => string
}): Form<Values> {
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
      // Where none of the fields is shown that the server names, its sentence stands below the form.
      if (!refuse(form, fieldsOf(error))) setFailure(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    id,
    values,
    problems: Object.fromEntries(problems.map(({ field, texts }) => [field, language === 'en' ? texts.en : texts.zh])),
    failure: failure === null ? null : describe(failure),
    busy,
    changed: Object.entries(typed).some(([name, value]) => initial[name] !== value),
    set(name, value) {
      // By function: one event may set two fields.
      setTyped((before) => ({ ...before, [name]: value }))
      setProblems((before) => before.filter(({ field }) => field !== name))
    },
    props: {
      id,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

/** The fields that the server refused, with its own texts in both languages. */
function fieldsOf(error: unknown): { field: string; texts: { zh: string; en: string } }[] {
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope') return []
  return (error.failure.envelope.fieldErrors ?? []).map(({ field = '', message }) => ({
    field,
    texts: { zh: textFor('zh-CN', message), en: textFor('en', message) },
  }))
}
