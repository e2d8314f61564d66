import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState, type BaseSyntheticEvent, type FormEvent } from 'react'
import { useForm as useHookForm, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { textFor } from '../../../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../../../contract/error-texts.ts'
import type { SavingEndpoint } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { changedFields, mergeChanges } from '../../../../contract/rules/fields/merge-changes.ts'
import { CallError } from '../../core/api/call-error.ts'
import { changedRecordOf } from '../../core/api/changed-record.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { describeField, focusFirst, type FieldTexts, type ShownField } from './form-inputs.ts'
import { longestText } from './longest-text.ts'

/** The properties of a field from `useForm`. */
export type FieldInput = ReturnType<ReturnType<typeof useForm>['field']>

/** What `FormDialog` and `FormFooter` need of a form. */
export type FormState = Pick<ReturnType<typeof useForm>, 'props' | 'failure' | 'busy' | 'changed' | 'meanwhile'>

/** A field in which another person's change stands against what is in the form. */
export interface DifferingField extends FieldTexts {
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
  readonly chosen: Side
}

export type Side = 'mine' | 'theirs'

/** What was typed into a form and not saved, with the record's values and version over which it was. */
export interface Left<Values> {
  readonly values: Values
  readonly version: string | null
  readonly typed: Values
}

/** What another person has made of the form's record meanwhile. What was typed stays, and the next save is over their change. */
export interface Meanwhile {
  /** Of the other person's state. */
  readonly version: string
  readonly last: NonNullable<ReturnType<typeof changedRecordOf>>['last']
  readonly fields: readonly DifferingField[]
  /** Of one field, or of all. */
  readonly choose: (side: Side, name?: string) => void
}

/**
 * A form that a schema checks before it is sent. The schema's messages are error codes of the contract, or sentences. Errors, from here or the server,
 * appear at their fields, and the first of these gets the focus. What was typed stays until `submit` has resolved; then the form shows `values`.
 */
export function useForm<
  Values extends FieldValues,
  Output,
  Saved extends z.core.$ZodType<{ version: string }> = z.core.$ZodType<{ version: string }>,
>({
  schema,
  values,
  record,
  texts = {},
  submit,
  describe = failureText,
  failureAt,
  fieldAt = (field) => field,
  onFailure,
}: {
  schema: z.core.$ZodType<Output, Values>
  values: NoInfer<Values>
  /**
   * What the form saves over, for an endpoint with `saves`. The form keeps the version that it began with as long as something is typed; when another is
   * current, it says what is different.
   */
  record?: {
    readonly endpoint: SavingEndpoint<Saved>
    /** Null for a record that is new. */
    readonly version: string | null
    readonly valuesOf: (current: NoInfer<z.core.output<Saved>>) => NoInfer<Values>
    readonly show?: { readonly [Name in keyof NoInfer<Values>]?: ShownField }
    /** What was typed before the page was left, and the state that it was typed over. */
    readonly left?: Left<NoInfer<Values>> | null
  }
  /** What to say at a field in place of an error code. */
  texts?: { readonly [Name in keyof NoInfer<Values>]?: string }
  /** `version`: that of the record which the form saves over. */
  submit: (output: Output, version: string | null) => Promise<unknown>
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
  const isKept = record !== undefined && record.version !== null
  /** The state of the record that the form began with. */
  const [base, setBase] = useState({
    values: record?.left?.values ?? values,
    version: record?.left?.version ?? record?.version ?? null,
  })
  /** What is put back once the form shows the state. */
  const typed = useRef<Partial<Values>>(record?.left?.typed ?? null)
  const [isPuttingBack, setPuttingBack] = useState(typed.current !== null)
  const [meanwhile, setMeanwhile] = useState<Omit<Meanwhile, 'choose'> | null>(null)
  const form = useHookForm<Values, unknown, Output>({
    values: isKept ? base.values : values,
    resetOptions: { keepDirtyValues: !isKept },
    resolver: zodResolver<Values, unknown, Output>(schema, {
      error: () => 'request.invalid',
    }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isDirty } = form.formState
  if (isKept && !isDirty && !isSubmitting && !meanwhile && !isPuttingBack && record.version !== base.version)
    setBase({ values, version: record.version })

  const send = (output: Output, event?: BaseSyntheticEvent) =>
    saveBy((version) => submit(output, version), event?.target)
  /** Sends what the form has by `work`; the outcome is that of `submit`. */
  const saveBy = async (work: (version: string | null) => Promise<unknown>, element?: unknown) => {
    const sent = structuredClone(form.getValues())
    try {
      await work(base.version)
      setMeanwhile(null)
      if (isKept) typed.current = typedSince(sent, form.getValues())
      form.reset(undefined, { keepDirtyValues: false })
    } catch (error) {
      const changed = record && changedRecordOf(record.endpoint, error)
      if (changed) return takeUp(changed.current, changed.last, element)
      const named = refusedFields(error).map(({ field, message }) => ({ field: fieldAt(field), message }))
      const refused = named.length === 0 && failureAt ? [{ field: failureAt, message: describe(error) }] : named
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of other fields are shown nowhere
      for (const { field, message } of refused) form.setError(field as Path<Values>, { message })
      // If none of the refused fields is shown, the failure is beside the fields.
      if (
        focusFirst(
          element,
          refused.map(({ field }) => field),
        )
      )
        return
      if (onFailure) onFailure(error)
      else form.setError('root.server', { message: describe(error) })
    }
  }
  /** Goes on from another person's state of the record, with what was typed. */
  const takeUp = (current: z.core.output<Saved>, last: Meanwhile['last'], element: unknown) => {
    if (!record) return
    // The library goes on to write into the lists of its values.
    const mine = structuredClone(form.getValues())
    const theirs = record.valuesOf(current)
    const { merged, both, others } = mergeChanges(base.values, mine, theirs)
    typed.current = merged
    setBase({ values: theirs, version: current.version })
    const fields = others.map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      chosen: both.includes(name) ? ('mine' as const) : ('theirs' as const),
      ...describeField(element, name, record.show?.[name]),
    }))
    setMeanwhile({ version: current.version, last, fields })
  }
  const setField = (name: string, value: unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field of this form and its value
    form.setValue(name as Path<Values>, value as never, { shouldDirty: true })
  // After the library's own effect, which shows the values of the new state.
  useEffect(() => {
    for (const [name, value] of Object.entries(typed.current ?? {})) setField(name, value)
    typed.current = null
    setPuttingBack(false)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each state
  }, [base])
  const choose = (side: Side, only?: string) => {
    const chosen = meanwhile?.fields.filter(({ name }) => only === undefined || name === only) ?? []
    for (const field of chosen) setField(field.name, field[side])
    setMeanwhile(
      meanwhile && {
        ...meanwhile,
        fields: meanwhile.fields.map((field) => (chosen.includes(field) ? { ...field, chosen: side } : field)),
      },
    )
  }

  const handle = form.handleSubmit(send, (wrong, event) => focusFirst(event?.target, fieldNames(wrong)))

  /** The text of a field's error, '' without one. */
  const errorOf = (name: Path<Values>): string => {
    const { message = '' } = form.getFieldState(name, form.formState).error ?? {}
    if (isErrorCode(message)) return texts[name] ?? errorText(message, language)
    return textFor(language, message)
  }

  return {
    ...form,
    errorOf,
    /** The properties of a field with one value, an error, and the length that the schema allows a text. */
    field(name: Path<Values>) {
      const { onChange, ...rest } = form.register(name)
      const most = longestText(schema, name)
      return {
        ...rest,
        error: errorOf(name),
        ...(most !== undefined && { maxLength: most }),
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
    /** As `change`, for each of these fields. */
    changeAll(changed: Partial<Values>): void {
      for (const [name, value] of Object.entries(changed)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field of this form
        form.clearErrors(name as Path<Values>)
        setField(name, value)
      }
    },
    /** The failure beside the fields. */
    failure: errors.root?.['server']?.message ?? null,
    busy: isSubmitting,
    changed: isDirty,
    meanwhile: meanwhile && { ...meanwhile, choose },
    /** The state of the record over which the form saves. */
    base,
    /** Saves over the record by another call than `submit`, which gets its version; refused, the form says what it says of `submit`. */
    saveBy,
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

/** The fields that were changed since they were sent; null without any. */
function typedSince<Values extends FieldValues>(sent: Values, now: Values): Partial<Values> | null {
  const fields = changedFields(sent, now)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some fields of the values
  return fields.length === 0 ? null : (Object.fromEntries(fields.map((name) => [name, now[name]])) as Partial<Values>)
}

/** The fields refused by the server, with its texts in both languages, or by `submit`, with a code. */
function refusedFields(error: unknown): { field: string; message: string }[] {
  if (error instanceof PortalError) return error.fields.map(({ field, code }) => ({ field, message: code }))
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope') return []
  return (error.failure.envelope.fieldErrors ?? []).map(({ field = '', message }) => ({ field, message }))
}

/** The names of the fields with an error, also of those within lists. */
function fieldNames(errors: object, path = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    const isField = typeof Object(error).type === 'string'
    return isField ? [path + name] : error ? fieldNames(Object(error), `${path}${name}.`) : []
  })
}
