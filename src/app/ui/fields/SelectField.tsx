import type { ComponentProps } from 'react'
import { LabelledField, type FieldTexts } from './LabelledField.tsx'
import { Select, type Choices } from './Select.tsx'

/** One of several in a list that opens, with a label above it. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  ...given
}: Omit<ComponentProps<'select'>, 'id' | 'children'> &
  Omit<FieldTexts, 'unit'> &
  Choices<Value> & { maxLength?: number | undefined }) {
  // `form.field` gives it for any text.
  const { maxLength: _, ...select } = given
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(described) => <Select {...described} {...select} />}
    </LabelledField>
  )
}
