import type { ComponentProps } from 'react'
import { LabelledField, type FieldTexts } from './LabelledField.tsx'

/** One of several in a list that opens. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  options,
  onChoose,
  ...given
}: Omit<ComponentProps<'select'>, 'id' | 'children'> &
  Omit<FieldTexts, 'unit'> & {
    options: readonly (readonly [value: Value, label: string])[]
    /** For one outside of a form: gets the option that was chosen. */
    onChoose?: (value: Value) => void
    maxLength?: number | undefined
  }) {
  // `form.field` gives it for any text.
  const { maxLength: _, ...select } = given
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(described) => (
        <select
          className="k-field__input"
          {...described}
          {...(onChoose && {
            onChange: ({ currentTarget }) => {
              const chosen = options.find(([value]) => value === currentTarget.value)
              if (chosen) onChoose(chosen[0])
            },
          })}
          {...select}
        >
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
