import { month as monthRow, type DailyTotal } from '../../../contract/endpoints/attendance/attendance.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Loaded } from '../Loaded.tsx'
import { MonthStepper } from '../Stepper.tsx'
import { TotalsLine } from '../TotalsLine.tsx'
import type { AppRoute } from '../app-route.ts'
import { monthOf, formatShortDay } from '../dates.ts'
import { nameIn } from '../name-in.ts'
import { useGroups, useLanguage, useTexts } from '../portal-context.ts'
import { useQuery } from '../use-query.ts'
import { ExportButton } from './ExportButton.tsx'
import { GroupBar } from './GroupBar.tsx'
import { MonthMatrix } from './MonthMatrix.tsx'
import { NoGroups } from './NoGroups.tsx'
import { useGroup } from './use-group.ts'
import { useMemo } from 'react'
import { DataChart } from '../../../src/app/ui/chart/DataChart.tsx'
import type { ChartData } from '../../../src/app/ui/chart/chart-data.ts'

/** A group's month: all people's days, the totals of each day, and a sheet of both. */
export function MonthPage({ route }: { route: Extract<AppRoute, { page: 'month' }> }) {
  const t = useTexts()
  const language = useLanguage()
  const { today } = useGroups()
  const shown = useGroup(route.group)
  const month = route.month ?? monthOf(today)
  const query = useQuery(monthRow, shown ? { group: shown.group, month } : null)
  if (!shown) return <NoGroups />
  const { group } = shown
  return (
    <>
      <GroupBar
        group={group}
        view="month"
        at={month}
        stepper={<MonthStepper month={month} routeOf={(next) => ({ page: 'month', group, month: next })} />}
      >
        <ExportButton group={group} month={month} name={nameIn(shown, language)} />
      </GroupBar>
      <Loaded query={query} lines={12}>
        {(data) =>
          data.people.length === 0 ? (
            <div className="at-card at-card--padded">
              <NoData title={t('group.empty')} hint={t('group.emptyHint')} />
            </div>
          ) : (
            <>
              <section className="at-card" aria-label={t('group.monthRecords')}>
                <TotalsLine totals={data.totals} of="group" />
                <MonthMatrix group={group} month={data.month} people={data.people} days={data.days} today={today} />
              </section>
              <TotalsChart days={data.days} today={today} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The totals of each past day of a month with attendance. */
function TotalsChart({ days, today }: { days: readonly DailyTotal[]; today: string }) {
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
