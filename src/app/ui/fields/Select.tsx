import type { ComponentProps } from 'react'

export interface Choices<Value extends string> {
  options: readonly (readonly [value: Value, label: string])[]
  /** For one outside of a form: gets the option that was chosen. */
  onChoose?: (value: Value) => void
}

/** One of several in a list that opens. Without a visible label `aria-label` names it. */
export function Select<Value extends string>({
  options,
  onChoose,
  className = '',
  ...select
}: Omit<ComponentProps<'select'>, 'children'> & Choices<Value>) {
  return (
    <select
      className={`k-field__input ${className}`}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([value]) => value === currentTarget.value)
        if (chosen) onChoose?.(chosen[0])
      }}
      {...select}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
