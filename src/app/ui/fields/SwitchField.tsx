import './switch-field.css'
import { useId, type ComponentProps } from 'react'

/** A switch with its meaning below; `warning` says what it allows. */
export function SwitchField({
  label,
  hint,
  warning,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: string; hint?: string; warning?: string | undefined }) {
  const id = useId()
  return (
    <div className="k-switch">
      <input id={id} type="checkbox" aria-describedby={hint || warning ? `${id}-hint` : undefined} {...input} />
      <label htmlFor={id}>{label}</label>
      <div id={`${id}-hint`} className="k-switch__hint">
        {hint && <p>{hint}</p>}
        {warning && <p className="k-switch__warning">{warning}</p>}
      </div>
    </div>
  )
}
