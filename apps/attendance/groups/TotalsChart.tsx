import { useMemo } from 'react'
import type { DailyTotal } from '../../../contract/endpoints/attendance.ts'
import { DataChart } from '../../../src/app/ui/chart/DataChart.tsx'
import type { ChartData } from '../../../src/app/ui/chart/chart-data.ts'
import { formatShortDay } from '../dates.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

/** The totals of each past day of a month with attendance. */
export function TotalsChart({ days, today }: { days: readonly DailyTotal[]; today: string }) {
  const t = useTexts()
  const language = useLanguage()
  const data = useMemo<ChartData>(() => {
    const shown = days.filter(({ date, due, pending }) => due > 0 && pending === 0 && date <= today)
    return {
      labels: shown.map(({ date }) => formatShortDay(date, language)),
      series: [
        { name: t('look.on_time'), values: shown.map(({ onTime }) => onTime) },
        { name: t('look.late'), values: shown.map(({ late }) => late) },
        { name: t('look.early'), values: shown.map(({ early }) => early) },
        { name: t('total.missing'), values: shown.map(({ missing }) => missing) },
        { name: t('look.absent'), values: shown.map(({ absent }) => absent) },
      ],
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the texts change with the language alone
  }, [days, today, language])
  if (data.labels.length === 0) return null
  return (
    <section className="at-card at-card--padded at-chart" aria-label={t('chart.daily')}>
      <DataChart kind="stacked" title={t('chart.daily')} data={data} />
    </section>
  )
}
