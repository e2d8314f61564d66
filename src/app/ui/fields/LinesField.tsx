import './lines-field.css'
import type { ComponentProps } from 'react'
import { LabelledField, type FieldTexts } from './LabelledField.tsx'

/** Several lines of text. */
export function LinesField({
  label,
  hint,
  error,
  ...area
}: Omit<ComponentProps<'textarea'>, 'id'> & Omit<FieldTexts, 'unit'>) {
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(described) => <textarea className="k-field__input k-lines" rows={3} {...described} {...area} />}
    </LabelledField>
  )
}
