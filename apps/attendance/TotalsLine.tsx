import { useMemo } from 'react'
import type { AttendanceTotals } from '../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { DataChart } from '../../src/app/ui/chart/DataChart.tsx'
import type { ChartData } from '../../src/app/ui/chart/chart-data.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { Card } from '../../src/app/ui/record/Card.tsx'
import { COUNTS, type Counts } from './counts.ts'
import { toneOf } from './day-look.ts'
import { LOOK_GLYPHS } from './StatusBadge.tsx'
import { useTexts } from './portal-context.ts'

/** The numbers of a month: days of one person, or of a whole group. */
export function TotalsLine({ totals, of }: { totals: AttendanceTotals; of: 'person' | 'group' }) {
  const t = useTexts()
  const minutes = { onTime: 0, late: totals.lateMinutes, early: totals.earlyMinutes, missing: 0, absent: 0, excused: 0 }
  return (
    <dl className="at-totals">
      <div className="at-total">
        <dt>{t(of === 'person' ? 'total.due' : 'total.dueAll')}</dt>
        <dd>
          <span className="at-total__number">{totals.due}</span>
        </dd>
      </div>
      {COUNTS.map(({ name, look, text }) => {
        const sum = minutes[name]
        return (
          <div key={name} className="at-total" data-tone={totals[name] > 0 ? toneOf(look) : 'quiet'}>
            <dt>
              <Icon svg={LOOK_GLYPHS[look]} size={16} />
              {t(text)}
            </dt>
            <dd>
              <span className="at-total__number">{totals[name]}</span>
              {sum > 0 && <span className="at-total__minutes">{t('total.minutes', { count: sum })}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The same numbers of several days or weeks. */
export function TotalsChart<T extends Counts>({
  title,
  heading,
  counts,
  labelOf,
}: {
  title: string
  heading: string
  counts: readonly T[]
  labelOf: (count: T) => string
}) {
  const t = useTexts()
  const language = useLanguage()
  const data = useMemo<ChartData>(
    () => ({
      heading,
      labels: counts.map(labelOf),
      series: COUNTS.map(({ name, text, fill }) => ({
        name: t(text),
        values: counts.map((count) => count[name]),
        fill,
      })),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- texts and labels change with the language alone
    [counts, language],
  )
  if (counts.length === 0) return null
  return (
    <Card className="at-chart" aria-label={title}>
      <DataChart kind="stacked" title={title} data={data} />
    </Card>
  )
}
