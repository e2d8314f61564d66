import { useId, useLayoutEffect, useRef, memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useGridFocus } from '../../../src/app/ui/grid/use-grid-focus.ts'
import { ScrollBox } from '../../../src/app/ui/layout/ScrollBox.tsx'
import { routePath } from '../app-route.ts'
import { formatDay, formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { COUNTS } from '../counts.ts'
import { lookOf, type DayLook, toneOf } from '../day-look.ts'
import { nameIn, personName } from '../name-in.ts'
import { useGroups, useTexts } from '../portal-context.ts'
import { StatusBadge, LOOK_GLYPHS } from '../StatusBadge.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'

/**
 * All people of a group by all days of a month: a grid whose cells open a person's day, whose heads open a day of all, and whose names open a
 * person's month. Scrolls within itself; names and days are sticky.
 */
export function MonthMatrix({
  group,
  data: { month, people, days },
}: {
  group: string
  data: ResponseOf<typeof attendance.month>
}) {
  const t = useTexts()
  const { today } = useGroups()
  const language = useLanguage()
  const navigate = useNavigate()
  const head = useRef<HTMLTableRowElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const hintId = useId()
  // Above the people's rows is the one of the days, and before the days are the names.
  const focus = useGridFocus(grid, {
    shown: people,
    start: () => ({
      row: 1,
      column:
        Math.max(
          0,
          days.findIndex(({ date }) => date === today),
        ) + 1,
    }),
    open: ({ row, column }) => {
      const person = people[row - 1]?.person.id
      const date = days[column - 1]?.date
      if (person !== undefined && date !== undefined && date <= today)
        void navigate(routePath({ page: 'person', group, month, person, day: date }))
    },
  })

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- anew for another group or month, and not where it was moved since
  useLayoutEffect(() => showToday(head.current), [group, month])

  return (
    <>
      <p id={hintId} className="visually-hidden">
        {t('group.keys')}
      </p>
      <ScrollBox label={t('group.matrix')} maxHeight="min(70vh, 720px)" tabStop={false}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the table is a grid: one tab stop, arrow keys within */}
        <table ref={grid} className="at-matrix" role="grid" aria-readonly="true" aria-describedby={hintId} {...focus}>
          <caption className="visually-hidden">{t('group.matrix')}</caption>
          <thead>
            <tr ref={head}>
              <th scope="col" className="at-matrix__name" tabIndex={-1}>
                {t('column.name')}
              </th>
              {days.map(({ date, holiday, englishHoliday }) => {
                const name = nameIn({ name: holiday, englishName: englishHoliday }, language)
                return (
                  <th
                    key={date}
                    scope="col"
                    data-today={date === today || undefined}
                    data-end={weekdayOf(date) > 5 || undefined}
                    title={[formatDay(date, language), name].filter(Boolean).join(t('dot'))}
                  >
                    <Link
                      to={routePath({ page: 'day', group, date })}
                      tabIndex={-1}
                      aria-label={[formatDay(date, language), name].filter(Boolean).join(t('dot'))}
                      aria-current={date === today ? 'date' : undefined}
                    >
                      <span aria-hidden="true">{Number(date.slice(8))}</span>
                      <small aria-hidden="true">{formatWeekday(weekdayOf(date), language, 'narrow')}</small>
                    </Link>
                  </th>
                )
              })}
              {SUMS.map(({ name, look, text }) => (
                // A picture, as in the cells and in the tiles above: the English words would push the last columns out of a PC's window.
                <th key={name} scope="col" className="at-matrix__sum" title={t(text)} tabIndex={-1}>
                  <Icon svg={LOOK_GLYPHS[look]} size={18} />
                  <span className="visually-hidden">{t(text)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, days: judged, totals }) => (
              <tr key={person.id}>
                <th scope="row" className="at-matrix__name">
                  <Link to={routePath({ page: 'person', group, month, person: person.id, day: null })} tabIndex={-1}>
                    {personName(person, language)}
                  </Link>
                </th>
                {judged.map((day) => (
                  <MatrixCell key={day.date} look={lookOf(day)} late={day.lateMinutes} early={day.earlyMinutes} />
                ))}
                {SUMS.map(({ name }) => (
                  <td key={name} className="at-matrix__sum" data-some={totals[name] > 0 || undefined} tabIndex={-1}>
                    {totals[name]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Legend />
    </>
  )
}

/** The counts beside the days, without that of days on time. */
const SUMS = COUNTS.filter(({ name }) => name !== 'onTime')

/** Scrolls the days so that today is at the right. */
function showToday(head: HTMLTableRowElement | null): void {
  const day = head?.querySelector<HTMLElement>('[data-today]')
  const view = head?.closest('table')?.parentElement?.parentElement
  if (day && view) view.scrollLeft = day.offsetLeft + 2 * day.offsetWidth - view.clientWidth
}

const LOOKS: readonly DayLook[] = [
  'on_time',
  'late',
  'early',
  'late_early',
  'missing_out',
  'absent',
  'excused',
  'here',
  'overdue',
]

function Legend() {
  const t = useTexts()
  return (
    <ul className="at-legend" aria-label={t('group.legend')}>
      {LOOKS.map((look) => (
        <li key={look}>
          <StatusBadge look={look} />
        </li>
      ))}
    </ul>
  )
}

/** One person's day in the month of a group: an icon, and text for tooltip and screen readers. */
const MatrixCell = memo(function MatrixCell({ look, late, early }: { look: DayLook; late: number; early: number }) {
  const t = useTexts()
  const words = [
    t(`look.${look}`),
    late > 0 && t('day.late', { count: late }),
    early > 0 && t('day.early', { count: early }),
  ]
  const said = words.filter((word) => word !== false).join(t('comma'))
  return (
    <td data-day={look} data-tone={toneOf(look)} title={said} tabIndex={-1}>
      {look !== 'off' && look !== 'future' && <Icon svg={LOOK_GLYPHS[look]} size={18} />}
      <span className="visually-hidden">{said}</span>
    </td>
  )
})
