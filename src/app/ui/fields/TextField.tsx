import { useId, type ComponentProps, type RefObject } from 'react'

/** A line of text with its label; `unit`, such as "GB", is behind the input; hint and error are below. */
export function TextField({
  label,
  hint,
  error,
  unit,
  input,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'ref'> & {
  label: string
  hint?: string
  error: string
  unit?: string
  input?: RefObject<HTMLInputElement | null>
}) {
  const id = useId()
  const described = [error && `${id}-error`, unit && `${id}-unit`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="k-field__line">
        <input
          ref={input}
          id={id}
          className={`k-field__input ${className}`}
          spellCheck={false}
          aria-invalid={error !== '' || undefined}
          aria-describedby={described || undefined}
          {...rest}
        />
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
