import './check-box.css'
import { Input } from './Input.tsx'

/** A checkbox whose target is as large as a row is high. Its label is visible with `isLabelled`; screen readers always have it. */
export function CheckBox({
  label,
  mixed = false,
  isLabelled = false,
  title,
  onChange,
  ...box
}: {
  label: string
  checked: boolean
  mixed?: boolean
  isLabelled?: boolean
  disabled?: boolean
  /** Sent at once. */
  needsNetwork?: boolean
  tabIndex?: number | undefined
  title?: string | undefined
  onChange: (isChecked: boolean) => void
}) {
  return (
    <label className="k-check-box" data-labelled={isLabelled || undefined} title={title}>
      <Input
        type="checkbox"
        aria-label={isLabelled ? undefined : label}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        {...box}
      />
      {isLabelled && label}
    </label>
  )
}
