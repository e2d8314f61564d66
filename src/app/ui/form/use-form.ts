import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useRef, type BaseSyntheticEvent, type FormEvent } from 'react'
import { useForm as useHookForm, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { textFor } from '../../../../contract/envelope.ts'
import { errorTexts, isErrorCode } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { CallError } from '../../core/api/call-error.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

/** The properties of a field from `useForm`. */
export type FieldInput = ReturnType<ReturnType<typeof useForm>['field']>

/** What `FormDialog` and `FormFooter` need of a form. */
export type FormState = Pick<ReturnType<typeof useForm>, 'props' | 'failure' | 'busy' | 'changed'>

/**
 * A form that a schema checks before it is sent. The schema's messages are error codes of the contract, or sentences. Errors, from here or the server,
 * appear at their fields, and the first of these gets the focus. What was typed stays until `submit` has resolved; then the form shows `values`.
 */
export function useForm<Values extends FieldValues, Output>({
  schema,
  values,
  texts = {},
  submit,
  describe = describeFailure,
  failureAt,
  fieldAt = (field) => field,
  onFailure,
}: {
  schema: z.core.$ZodType<Output, Values>
  values: NoInfer<Values>
  /** What to say at a field in place of an error code. */
  texts?: { readonly [Name in keyof NoInfer<Values>]?: string }
  submit: (output: Output) => Promise<unknown>
  /** The text of a failure that is not about a field. */
  describe?: (error: unknown) => string
  /** The field at which such a failure is told; by default it is beside the fields. */
  failureAt?: Path<NoInfer<Values>>
  /** The field of the form for one that the server names. */
  fieldAt?: (field: string) => string
  /** Handles such a failure in place of the text beside the fields. */
  onFailure?: (error: unknown) => void
}) {
  const language = useLanguage()
  const id = useId()
  const sending = useRef(false)
  const form = useHookForm<Values, unknown, Output>({
    values,
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver<Values, unknown, Output>(schema, {
      error: () => 'request.invalid',
    }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isDirty } = form.formState

  const send = async (output: Output, event?: BaseSyntheticEvent) => {
    try {
      await submit(output)
      form.reset(undefined, { keepDirtyValues: false })
    } catch (error) {
      const named = refusedFields(error).map(({ field, message }) => ({ field: fieldAt(field), message }))
      const refused = named.length === 0 && failureAt ? [{ field: failureAt, message: describe(error) }] : named
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of other fields are shown nowhere
      for (const { field, message } of refused) form.setError(field as Path<Values>, { message })
      // If none of the refused fields is shown, the failure is beside the fields.
      if (
        focusFirst(
          event?.target,
          refused.map(({ field }) => field),
        )
      )
        return
      if (onFailure) onFailure(error)
      else form.setError('root.server', { message: describe(error) })
    }
  }
  const handle = form.handleSubmit(send, (wrong, event) => focusFirst(event?.target, Object.keys(wrong)))

  /** The text of a field's error, '' without one. */
  const errorOf = (name: Path<Values>): string => {
    const { message = '' } = form.getFieldState(name, form.formState).error ?? {}
    if (isErrorCode(message)) return texts[name] ?? errorTexts[message][language === 'en' ? 'en' : 'zh']
    return textFor(language, message)
  }

  return {
    ...form,
    errorOf,
    /** The properties of a field with one value and an error. */
    field(name: Path<Values>) {
      const { onChange, ...rest } = form.register(name)
      return {
        ...rest,
        error: errorOf(name),
        onChange(event: Parameters<typeof onChange>[0]) {
          form.clearErrors(name)
          void onChange(event)
        },
      }
    },
    /** Sets a field that is no single input. */
    change<Name extends Path<Values>>(name: Name, value: Parameters<typeof form.setValue<Name>>[1]): void {
      form.clearErrors(name)
      form.setValue(name, value, { shouldDirty: true })
    },
    /** The failure beside the fields. */
    failure: errors.root?.['server']?.message ?? null,
    busy: isSubmitting,
    changed: isDirty,
    /** For the form element. */
    props: {
      id,
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        // To React, a dialog's form is within the page that opened it.
        event.stopPropagation()
        if (sending.current) return
        sending.current = true
        void handle(event).finally(() => (sending.current = false))
      },
    },
  }
}

/** The fields refused by the server, with its texts in both languages, or by `submit`, with a code. */
function refusedFields(error: unknown): { field: string; message: string }[] {
  if (error instanceof PortalError) return error.fields.map(({ field, code }) => ({ field, message: code }))
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope') return []
  return (error.failure.envelope.fieldErrors ?? []).map(({ field = '', message }) => ({ field, message }))
}

/** Focuses the first of the fields in the order of the page, also in closed details, which the library does not open. False if none is shown. */
function focusFirst(form: unknown, names: readonly string[]): boolean {
  if (!(form instanceof HTMLFormElement)) return false
  const first = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''))
  if (!(first instanceof HTMLElement)) return false
  first.closest('details')?.setAttribute('open', '')
  first.focus()
  // What was typed into these is replaced, not corrected.
  if (first instanceof HTMLInputElement && (first.type === 'password' || first.autocomplete === 'one-time-code'))
    first.select()
  return true
}
