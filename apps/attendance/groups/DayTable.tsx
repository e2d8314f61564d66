import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { STAFF_GROUP } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { routePath } from '../app-route.ts'
import { formatTime, monthOf } from '../../../src/app/ui/format/calendar.ts'
import { isIn, lookOf, type DayGroup } from '../day-look.ts'
import { groupOf, personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

/** The people of a group on a day, or those of one status. */
export function DayTable({
  ref,
  group,
  data: { date, timeZone, people },
  filter,
}: {
  ref: Ref<HTMLTableElement>
  group: string
  data: ResponseOf<typeof attendance.day>
  filter: DayGroup | null
}) {
  const t = useTexts()
  const language = useLanguage()
  const shown = people.filter((one) => filter === null || isIn(filter, lookOf(one)))
  if (people.length === 0) return <NoData title={t('group.empty')} hint={t('group.emptyHint')} />
  const notesOf = (one: (typeof people)[number]) => [
    ...(one.lateMinutes > 0 ? [t('day.late', { count: one.lateMinutes })] : []),
    ...(one.earlyMinutes > 0 ? [t('day.early', { count: one.earlyMinutes })] : []),
    ...(one.absence?.state === 'open' ? [t('absence.mark.open')] : []),
    ...(one.absence?.state === 'accepted' && one.status !== 'excused' ? [t('absence.mark.accepted')] : []),
    ...(one.correction?.state === 'open' ? [t('correction.waits')] : []),
  ]
  const time = (at: string | null) => (at === null ? '–' : formatTime(at, timeZone, language))
  return (
    <table ref={ref} className="at-table">
      <caption className="visually-hidden">{t('group.dayRecords')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.name')}</th>
          <th scope="col" className="at-only-wide">
            {t(group === STAFF_GROUP ? 'column.staffNumber' : 'column.pupilNumber')}
          </th>
          {group === STAFF_GROUP && (
            <th scope="col" className="at-only-wide">
              {t('column.department')}
            </th>
          )}
          <th scope="col">{t('column.status')}</th>
          <th scope="col">{t('way.in')}</th>
          <th scope="col">{t('way.out')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <tr key={one.person.id}>
            <th scope="row">
              <Link to={routePath({ page: 'person', group, month: monthOf(date), person: one.person.id, day: date })}>
                {personName(one.person, language)}
              </Link>
            </th>
            <td className="at-only-wide at-number" data-type="text">
              {one.person.number}
            </td>
            {group === STAFF_GROUP && <td className="at-only-wide">{groupOf(one.person, language)}</td>}
            <td data-value={[t(`look.${lookOf(one)}`), ...notesOf(one)].join(t('comma'))} data-type="text">
              <StatusBadge look={lookOf(one)} />
              {notesOf(one).map((note) => (
                <span key={note} className="at-minutes">
                  {note}
                </span>
              ))}
            </td>
            <td className="at-time" data-warn={one.lateMinutes > 0 || undefined}>
              {time(one.firstIn)}
            </td>
            <td className="at-time" data-warn={one.earlyMinutes > 0 || undefined}>
              {time(one.lastOut)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
