import { useId, type ReactNode } from 'react'

export interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Such as "GB", behind the input. */
  unit?: string | undefined
}

/** Label, hint and error of an input, which gets the properties that tie them together. */
export function LabelledField({
  label,
  hint,
  error = '',
  unit,
  children,
}: FieldTexts & {
  children: (described: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const described = [error && `${id}-error`, unit && `${id}-unit`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="k-field__line">
        {children({
          id,
          ...(error !== '' && { 'aria-invalid': true }),
          ...(described !== '' && { 'aria-describedby': described }),
        })}
        {unit && (
          <span className="k-field__unit" id={`${id}-unit`}>
            {unit}
          </span>
        )}
      </div>
      {hint && (
        <p className="k-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}
