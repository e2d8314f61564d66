import { useState } from 'react'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { sheetOf } from '../../../src/app/ui/export/sheet-of.ts'
import { useRecordTexts } from '../NobodyCard.tsx'
import { Stepper } from '../../../src/app/ui/layout/Stepper.tsx'
import { routePath, type AppRoute } from '../app-route.ts'
import { formatDay, formatFullDay } from '../../../src/app/ui/format/calendar.ts'
import { countGroups, lookOf, type DayGroup, DAY_GROUPS, toneOf, type DayLook } from '../day-look.ts'
import { nameIn } from '../name-in.ts'
import { useGroup, useGroups, useTexts, type TextKey } from '../portal-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { DayTable, peopleIn, useDayColumns, type Day } from './DayTable.tsx'
import { GroupBar } from './GroupBar.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { LOOK_GLYPHS } from '../StatusBadge.tsx'

/** A group's day: present, late and missing people. */
export function DayPage({ route }: { route: Extract<AppRoute, { page: 'day' }> }) {
  const t = useTexts()
  const language = useLanguage()
  const { today } = useGroups()
  const shown = useGroup(route.group)
  const date = route.date ?? today
  const query = useEndpoint(attendance.day, shown ? { group: shown.group, date } : null)
  const day = query.data
  const columns = useDayColumns(shown?.group ?? '', day?.timeZone ?? '')
  const recordTexts = useRecordTexts()
  const [filter, setFilter] = useState<DayGroup | null>(null)
  const counts = countGroups((day?.people ?? []).map(lookOf))
  // A filter for an empty group would show nothing, without a reason.
  const chosen = filter !== null && counts[filter] > 0 ? filter : null
  if (!shown) return <NoDataCard title={t('group.none')} hint={t('group.noneHint')} />
  const { group } = shown
  const file = t('exportFile', { name: nameIn(shown, language), when: formatFullDay(date, language) })
  const pathOf = (next: string) => routePath({ page: 'day', group, date: next })
  return (
    <>
      <GroupBar group={shown} view="day" at={date}>
        <Stepper
          label={formatDay(date, language)}
          before={{ label: t('step.dayBefore'), to: pathOf(addDays(date, -1)) }}
          after={{ label: t('step.dayAfter'), to: pathOf(addDays(date, 1)) }}
          now={date === today ? null : { label: t('step.today'), to: pathOf(today) }}
        />
        <ExportButton
          file={file}
          source={() => (day ? [sheetOf({ name: file, title: file }, columns, peopleIn(day, chosen))] : null)}
          // The day before stays in sight while another is loaded.
          disabled={query.isPending || query.isPlaceholderData}
        />
      </GroupBar>
      <Loaded query={query} lines={12} text={recordTexts}>
        {(loaded) => (
          <section className="app-card" aria-label={t('group.dayRecords')}>
            <Holiday day={loaded} />
            <DayFilter counts={counts} all={loaded.people.length} chosen={chosen} onChoose={setFilter} />
            <DayTable group={group} day={loaded} filter={chosen} />
          </section>
        )}
      </Loaded>
    </>
  )
}

function Holiday({ day: { holiday, englishHoliday } }: { day: Day }) {
  const name = nameIn({ name: holiday, englishName: englishHoliday }, useLanguage())
  return name && <p className="at-banner">{name}</p>
}

/** How the people of each group look, and its words. */
const GROUPS: Readonly<Record<DayGroup, readonly [look: DayLook, text: TextKey]>> = {
  missing: ['absent', 'filter.missing'],
  excused: ['excused', 'look.excused'],
  late: ['late', 'look.late'],
  early: ['early', 'look.early'],
  incomplete: ['missing_out', 'total.missing'],
  present: ['on_time', 'look.on_time'],
  rest: ['expected', 'filter.rest'],
}

/** The counts of a day; pressing one filters the list. */
function DayFilter({
  counts,
  all,
  chosen,
  onChoose,
}: {
  counts: Readonly<Record<DayGroup, number>>
  all: number
  chosen: DayGroup | null
  onChoose: (group: DayGroup | null) => void
}) {
  const t = useTexts()
  return (
    <div className="at-filter k-fade-edges" role="group" aria-label={t('filter.label')}>
      <button type="button" className="at-chip" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('filter.all')} <b>{all}</b>
      </button>
      {DAY_GROUPS.filter((group) => counts[group] > 0).map((group) => {
        const [look, text] = GROUPS[group]
        return (
          <button
            key={group}
            type="button"
            className="at-chip"
            data-tone={toneOf(look)}
            aria-pressed={chosen === group}
            onClick={() => onChoose(chosen === group ? null : group)}
          >
            <Icon svg={LOOK_GLYPHS[look]} size={16} />
            {t(text)} <b>{counts[group]}</b>
          </button>
        )
      })}
    </div>
  )
}
