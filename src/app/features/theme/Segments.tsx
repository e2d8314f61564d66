import { useId, type ReactNode } from 'react'

/** A choice of few short words, side by side. */
export function Segments<T extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: {
  label: string
  hint?: string
  options: readonly { value: T; label: string; picture?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset className="t-segments" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      <div className="t-segments__row">
        {options.map((option) => (
          <label key={option.value} className="t-segment">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="t-segment__face">
              {option.picture}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p className="t-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
