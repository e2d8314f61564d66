import { useRef, useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '../portal-context.ts'
import { failureCode, failureReason } from '../use-endpoint.ts'

/** Error texts by field. */
type Problems<Values> = { readonly [Name in keyof Values]?: string }
/** The names of the fields with any text. */
type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values] & string

/** A form that is checked before it is sent. The first invalid field gets the focus; values stay until `send` has resolved. */
export function useForm<Values extends object>({
  initial,
  check,
  send,
}: {
  initial: Values
  check: (values: Values) => Problems<Values>
  send: (values: Values) => Promise<void>
}) {
  const t = useTexts()
  const language = useLanguage()
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState<Problems<Values>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const values = { ...initial, ...typed }

  const submit = async (form: HTMLFormElement) => {
    if (sending.current) return
    const wrong = check(values)
    setProblems(wrong)
    setFailure(null)
    const names = Object.entries(wrong).flatMap(([name, sentence]) => (sentence ? [name] : []))
    const first = [...form.elements].find((field) => names.includes(field.getAttribute('name') ?? ''))
    if (first instanceof HTMLElement) first.focus()
    if (names.length > 0) return
    sending.current = true
    setBusy(true)
    try {
      await send(values)
      setTyped({})
    } catch (error) {
      setFailure(failureReason(failureCode(error), language, t))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const put = (name: keyof Values, value: unknown) => {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: undefined }))
  }

  return {
    values,
    problems,
    failure,
    busy,
    changed: Object.keys(typed).length > 0,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) => put(name, value),
    /** The properties of a field of text. */
    textField: (name: TextName<Values>) => ({
      name,
      error: problems[name] ?? '',
      value: String(values[name]),
      onChange: (event: { currentTarget: { value: string } }) => put(name, event.currentTarget.value),
    }),
    /** For the form element: its fields are found by name. */
    props: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        // To React, a dialog's form is within the page that opened it.
        event.stopPropagation()
        void submit(event.currentTarget)
      },
    },
  }
}
