import type { ComponentProps } from 'react'
import { LabelledField, type FieldTexts } from './LabelledField.tsx'

/** One of several in a list that opens. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...given
}: Omit<ComponentProps<'select'>, 'id' | 'children'> &
  Omit<FieldTexts, 'unit'> & {
    options: readonly (readonly [value: string, label: string])[]
    maxLength?: number | undefined
  }) {
  // `form.field` gives it for any text.
  const { maxLength: _, ...select } = given
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(described) => (
        <select className="k-field__input" {...described} {...select}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}
