import { useMemo } from 'react'
import type { AttendanceTotals } from '../../../contract/calls/attendance.ts'
import type { ChartData } from '../../../src/app/kit/chart-data.ts'
import { DataChart } from '../../../src/app/kit/DataChart.tsx'
import { useLanguage } from '../portal-context.ts'
import { useTexts } from '../use-texts.ts'

/** What a month came to, as a chart and as a table. */
export function MonthChart({ totals }: { totals: AttendanceTotals }) {
  const t = useTexts()
  const language = useLanguage()
  const data = useMemo<ChartData>(
    () => ({
      labels: [t('look.on_time'), t('look.late'), t('look.early'), t('total.missing'), t('look.absent')],
      series: [
        { name: t('chart.days'), values: [totals.onTime, totals.late, totals.early, totals.missing, totals.absent] },
      ],
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the texts change with the language alone
    [totals, language],
  )
  return <DataChart kind="pie" title={t('chart.month')} data={data} />
}
