import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { DailyTotal } from '../../../contract/endpoints/attendance/attendance.ts'
import { useRecordTexts } from '../NobodyCard.tsx'
import { MonthStepper } from '../MonthStepper.tsx'
import { TotalsChart, TotalsLine } from '../TotalsLine.tsx'
import type { AppRoute } from '../app-route.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { formatMonth, formatShortDay, monthOf } from '../../../src/app/ui/format/calendar.ts'
import { nameIn } from '../name-in.ts'
import { useGroup, useGroups, usePortal, useTexts } from '../portal-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { GroupBar } from './GroupBar.tsx'
import { loadSheets } from './attendance-sheets.ts'
import { MonthMatrix } from './MonthMatrix.tsx'
import { useMemo } from 'react'

/** A group's month: all people's days, the totals of each day, and a sheet of both. */
export function MonthPage({ route }: { route: Extract<AppRoute, { page: 'month' }> }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const { today } = useGroups()
  const shown = useGroup(route.group)
  const month = route.month ?? monthOf(today)
  const query = useEndpoint(attendance.month, shown ? { group: shown.group, month } : null)
  const recordTexts = useRecordTexts()
  if (!shown) return <NoDataCard title={t('group.none')} hint={t('group.noneHint')} />
  const { group } = shown
  return (
    <>
      <GroupBar group={shown} view="month" at={month}>
        <MonthStepper month={month} routeOf={(next) => ({ page: 'month', group, month: next })} />
        <ExportButton
          file={t('exportFile', { name: nameIn(shown, language), when: formatMonth(month, language) })}
          needsNetwork
          source={(signal, onProgress) => loadSheets(signal, portal, { group, month }, { language, t, onProgress })}
        />
      </GroupBar>
      <Loaded query={query} lines={12} text={recordTexts}>
        {(data) =>
          data.people.length === 0 ? (
            <NoDataCard title={t('group.empty')} hint={t('group.emptyHint')} />
          ) : (
            <>
              <section className="app-card" aria-label={t('group.monthRecords')}>
                <TotalsLine totals={data.totals} of="group" />
                <MonthMatrix group={group} data={data} />
              </section>
              <DailyChart days={data.days} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The totals of each past day of a month with attendance. */
function DailyChart({ days }: { days: readonly DailyTotal[] }) {
  const t = useTexts()
  const { today } = useGroups()
  const language = useLanguage()
  const past = useMemo(
    () => days.filter(({ date, due, pending }) => due > 0 && pending === 0 && date <= today),
    [days, today],
  )
  return (
    <TotalsChart
      title={t('chart.daily')}
      heading={t('chart.day')}
      counts={past}
      labelOf={({ date }) => formatShortDay(date, language)}
    />
  )
}
