import type { ComponentProps } from 'react'
import { useOfflineProps } from '../use-offline-props.ts'

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
  needsNetwork = false,
  ...select
}: Omit<ComponentProps<'select'>, 'children'> &
  Choices<Value> & {
    /** For one that sends at once, with its `value`: without network it does not change, and says why. */
    needsNetwork?: boolean
  }) {
  const offline = useOfflineProps(needsNetwork && select.disabled !== true, 'onMouseDown', 'onChange')
  return (
    <select
      className={`k-field__input ${className}`}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([value]) => value === currentTarget.value)
        if (chosen) onChoose?.(chosen[0])
      }}
      {...select}
      {...offline}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
