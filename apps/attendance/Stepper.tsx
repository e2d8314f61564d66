import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { routePath, type AppRoute } from './app-route.ts'
import { addMonths, formatMonth, monthOf } from '../../src/app/ui/format/calendar.ts'
import { useGroups, useTexts } from './portal-context.ts'

/** Steps through a series, with links to the previous, the next and today's item. */
export function Stepper({
  label,
  before,
  after,
  now,
}: {
  label: string
  before: { label: string; to: AppRoute }
  after: { label: string; to: AppRoute }
  /** Null at today's item. */
  now: { label: string; to: AppRoute } | null
}) {
  return (
    <div className="at-stepper">
      <Link className="k-button k-button--icon" to={routePath(before.to)} aria-label={before.label}>
        <Icon svg={CaretLeft} />
      </Link>
      <span className="at-stepper__label" aria-live="polite">
        {label}
      </span>
      <Link className="k-button k-button--icon" to={routePath(after.to)} aria-label={after.label}>
        <Icon svg={CaretRight} />
      </Link>
      {now && (
        <Link className="k-button k-button--quiet" to={routePath(now.to)}>
          {now.label}
        </Link>
      )}
    </div>
  )
}

/** Steps through months. */
export function MonthStepper({ month, routeOf }: { month: string; routeOf: (month: string) => AppRoute }) {
  const t = useTexts()
  const language = useLanguage()
  const current = monthOf(useGroups().today)
  return (
    <Stepper
      label={formatMonth(month, language)}
      before={{ label: t('step.monthBefore'), to: routeOf(addMonths(month, -1)) }}
      after={{ label: t('step.monthAfter'), to: routeOf(addMonths(month, 1)) }}
      now={month === current ? null : { label: t('step.thisMonth'), to: routeOf(current) }}
    />
  )
}
