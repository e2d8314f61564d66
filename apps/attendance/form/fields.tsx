import { useId, type ReactNode } from 'react'

/** A field with its label and error. */
function Labelled({
  label,
  error = '',
  children,
}: {
  label: string
  error?: string
  children: (described: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, ...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }) })}
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}

/** Several lines of text. */
export function LinesField({
  label,
  error,
  ...rest
}: {
  label: string
  error: string
  name: string
  maxLength: number
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}) {
  return (
    <Labelled label={label} error={error}>
      {(described) => <textarea className="k-field__input at-lines" rows={3} {...rest} {...described} />}
    </Labelled>
  )
}

export function SelectField<Value extends string>({
  name,
  label,
  value,
  options,
  onChange,
}: {
  name: string
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}) {
  return (
    <Labelled label={label}>
      {(described) => (
        <select
          className="k-field__input"
          name={name}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([each]) => each === event.currentTarget.value)
            if (chosen) onChange(chosen[0])
          }}
          {...described}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** One of two or three, all visible. */
export function RadioField<Value extends string>({
  name,
  label,
  value,
  options,
  onChange,
}: {
  name: string
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="at-choices">
      <legend className="k-field__label">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className="at-choice">
          <input type="radio" name={name} value={each} checked={value === each} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** Any number of several. */
export function ChecksField<Value extends string | number>({
  name,
  label,
  error = '',
  values,
  options,
  onChange,
}: {
  name: string
  label: string
  error?: string | undefined
  values: readonly Value[]
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (values: Value[]) => void
}) {
  const id = useId()
  return (
    <fieldset className="at-choices" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="k-field__label">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className="at-choice">
          <input
            type="checkbox"
            name={name}
            checked={values.includes(each)}
            onChange={(event) => {
              const others = values.filter((other) => other !== each)
              onChange(event.currentTarget.checked ? [...others, each] : others)
            }}
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
