import './segments.css'
import { useId, type ReactNode } from 'react'

export function Segments<T extends string>({
  label,
  labelled = 'above',
  hint,
  options,
  value,
  onChange,
}: {
  label: string
  /** Whether the label is visible; screen readers always have it. */
  labelled?: 'above' | 'unseen'
  hint?: string
  options: readonly { value: T; label: string; picture?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset className="k-segments" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className={labelled === 'unseen' ? 'visually-hidden' : undefined}>{label}</legend>
      <div className="k-segments__row">
        {options.map((option) => (
          <label key={option.value} className="k-segment">
            <input
              className="k-cover-input"
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="k-segment__face">
              {option.picture}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p className="k-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
