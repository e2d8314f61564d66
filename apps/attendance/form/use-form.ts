import { useRef, useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '../portal-context.ts'
import { failureCode, failureReason } from '../use-query.ts'

/** Error texts by field. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string }

export interface Form<Values> {
  readonly values: Values
  readonly problems: Problems<Values>
  readonly failure: string | null
  readonly busy: boolean
  readonly changed: boolean
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** For the form element: its fields are found by name. */
  readonly props: { noValidate: true; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
}

/** A form that is checked before it is sent. The first invalid field gets the focus; values stay until `send` has resolved. */
export function useForm<Values extends object>({
  initial,
  check,
  send,
}: {
  initial: Values
  check: (values: Values) => Problems<Values>
  send: (values: Values) => Promise<void>
}): Form<Values> {
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

  return {
    values,
    problems,
    failure,
    busy,
    changed: Object.keys(typed).length > 0,
    set(name, value) {
      setTyped((before) => ({ ...before, [name]: value }))
      setProblems((before) => ({ ...before, [name]: undefined }))
    },
    props: {
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        // To React, a dialog's form is within the page that opened it.
        event.stopPropagation()
        void submit(event.currentTarget)
      },
    },
  }
}
