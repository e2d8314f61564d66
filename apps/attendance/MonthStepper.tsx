import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { addMonths, formatMonth, monthOf } from '../../src/app/ui/format/calendar.ts'
import { Stepper } from '../../src/app/ui/layout/Stepper.tsx'
import { routePath, type AppRoute } from './app-route.ts'
import { useGroups, useTexts } from './portal-context.ts'

/** Steps through months. */
export function MonthStepper({ month, routeOf }: { month: string; routeOf: (month: string) => AppRoute }) {
  const t = useTexts()
  const language = useLanguage()
  const current = monthOf(useGroups().today)
  const pathOf = (next: string) => routePath(routeOf(next))
  return (
    <Stepper
      label={formatMonth(month, language)}
      before={{ label: t('step.monthBefore'), to: pathOf(addMonths(month, -1)) }}
      after={{ label: t('step.monthAfter'), to: pathOf(addMonths(month, 1)) }}
      now={month === current ? null : { label: t('step.thisMonth'), to: pathOf(current) }}
    />
  )
}
