import './switch-field.css'
import { useId } from 'react'

/** A switch with its meaning below; `warning` says what it allows. */
export function SwitchField({
  name,
  label,
  hint,
  warning,
  checked,
  onChange,
}: {
  name: string
  label: string
  hint?: string | undefined
  warning?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="k-switch">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        aria-describedby={hint || warning ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <div id={`${id}-hint`} className="k-switch__hint">
        {hint && <p>{hint}</p>}
        {warning && <p className="k-switch__warning">{warning}</p>}
      </div>
    </div>
  )
}
