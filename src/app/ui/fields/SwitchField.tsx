import './switch-field.css'
import { useId, type ComponentProps } from 'react'

/** A switch with its meaning below; `warning` says what it allows, `error` why it was refused. */
export function SwitchField({
  label,
  hint,
  warning,
  error = '',
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  hint?: string
  warning?: string | undefined
  error?: string
}) {
  const id = useId()
  return (
    <div className="k-switch">
      <input
        id={id}
        type="checkbox"
        aria-invalid={error !== '' || undefined}
        aria-describedby={hint || warning || error ? `${id}-hint` : undefined}
        {...input}
      />
      <label htmlFor={id}>{label}</label>
      <div id={`${id}-hint`} className="k-switch__hint">
        {hint && <p>{hint}</p>}
        {warning && <p className="k-switch__warning">{warning}</p>}
        <p className="k-field__error" role="alert">
          {error}
        </p>
      </div>
    </div>
  )
}
