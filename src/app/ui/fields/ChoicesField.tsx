import './choices-field.css'
import { useId } from 'react'

/** One (`radio`) or any number (`checkbox`) of a few, all visible. */
export function ChoicesField<Value extends string | number>({
  type,
  name,
  label,
  hint,
  error = '',
  chosen,
  options,
  onChange,
}: {
  type: 'radio' | 'checkbox'
  name: string
  label: string
  hint?: string
  error?: string
  chosen: readonly Value[]
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (chosen: Value[]) => void
}) {
  const id = useId()
  const toggle = (value: Value, isOn: boolean) => {
    const others = type === 'radio' ? [] : chosen.filter((other) => other !== value)
    onChange(isOn ? [...others, value] : others)
  }
  return (
    <fieldset className="k-choices" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="k-field__label">{label}</legend>
      {hint && <p className="k-field__hint">{hint}</p>}
      {options.map(([value, text]) => (
        <label key={value} className="k-choice">
          <input
            type={type}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          {text}
        </label>
      ))}
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </fieldset>
  )
}
