import { addMonths, formatMonth, monthOf } from './dates.ts'
import { useGroups } from './groups-context.ts'
import { useLanguage } from './portal-context.ts'
import type { Place } from './place.ts'
import { Stepper } from './Stepper.tsx'
import { useTexts } from './use-texts.ts'

/** Steps from month to month. */
export function MonthStepper({ month, placeOf }: { month: string; placeOf: (month: string) => Place }) {
  const t = useTexts()
  const language = useLanguage()
  const current = monthOf(useGroups().today)
  return (
    <Stepper
      label={formatMonth(month, language)}
      before={{ label: t('step.monthBefore'), to: placeOf(addMonths(month, -1)) }}
      after={{ label: t('step.monthAfter'), to: placeOf(addMonths(month, 1)) }}
      now={month === current ? null : { label: t('step.thisMonth'), to: placeOf(current) }}
    />
  )
}
