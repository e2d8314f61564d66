import type { ComponentProps } from 'react'
import { LabelledField, type FieldTexts } from './LabelledField.tsx'

/** A line of text. The browser offers nothing of its own in it unless `autoComplete` says what it is. */
export function TextField({
  label,
  hint,
  error,
  unit,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'id'> & FieldTexts) {
  return (
    <LabelledField label={label} hint={hint} error={error} unit={unit}>
      {(described) => (
        <input
          className={`k-field__input ${className}`}
          spellCheck={false}
          autoComplete="off"
          {...described}
          {...input}
        />
      )}
    </LabelledField>
  )
}
