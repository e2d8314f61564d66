import { useMemo } from 'react'
import type { PersonDay } from '../../../contract/endpoints/attendance.ts'
import { DataChart } from '../../../src/app/ui/chart/DataChart.tsx'
import type { ChartData } from '../../../src/app/ui/chart/chart-data.ts'
import { formatShortDay } from '../dates.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { countWeeks } from './count-weeks.ts'

export function MonthChart({ days }: { days: readonly PersonDay[] }) {
  const t = useTexts()
  const language = useLanguage()
  const data = useMemo<ChartData>(() => {
    const weeks = countWeeks(days)
    const short = (date: string) => formatShortDay(date, language)
    return {
      labels: weeks.map(({ first, last }) => (first === last ? short(first) : `${short(first)}–${short(last)}`)),
      series: [
        { name: t('look.on_time'), values: weeks.map(({ onTime }) => onTime) },
        { name: t('look.late'), values: weeks.map(({ late }) => late) },
        { name: t('look.early'), values: weeks.map(({ early }) => early) },
        { name: t('total.missing'), values: weeks.map(({ missing }) => missing) },
        { name: t('look.absent'), values: weeks.map(({ absent }) => absent) },
      ],
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the texts change with the language alone
  }, [days, language])
  if (data.labels.length === 0) return null
  return (
    <section className="at-card at-card--padded at-chart" aria-label={t('chart.weeks')}>
      <DataChart kind="stacked" title={t('chart.weeks')} data={data} />
    </section>
  )
}
