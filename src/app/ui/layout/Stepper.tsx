import './stepper.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import { Link } from 'react-router-dom'
import { Icon } from '../icons/Icon.tsx'

interface Step {
  readonly label: string
  readonly to: string
}

/** Steps through a series, with links to the previous, the next and today's item. */
export function Stepper({
  label,
  before,
  after,
  now,
}: {
  label: string
  before: Step
  after: Step
  /** Null at today's item. */
  now: Step | null
}) {
  return (
    <div className="k-stepper">
      <Link className="k-button k-button--icon" to={before.to} aria-label={before.label}>
        <Icon svg={CaretLeft} />
      </Link>
      <span className="k-stepper__label" aria-live="polite">
        {label}
      </span>
      <Link className="k-button k-button--icon" to={after.to} aria-label={after.label}>
        <Icon svg={CaretRight} />
      </Link>
      {now && (
        <Link className="k-button k-button--quiet" to={now.to}>
          {now.label}
        </Link>
      )}
    </div>
  )
}
