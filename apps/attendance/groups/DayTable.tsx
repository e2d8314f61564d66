import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { STAFF_GROUP, type day } from '../../../contract/endpoints/attendance/attendance.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { routePath } from '../app-route.ts'
import { formatTime, monthOf } from '../dates.ts'
import { isIn, lookOf, type DayGroup } from '../day-look.ts'
import { groupOf, personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

/** The people of a group on a day, or those of one status. */
export function DayTable({
  group,
  data: { date, timeZone, people },
  filter,
}: {
  group: string
  data: ResponseOf<typeof day>
  filter: DayGroup | null
}) {
  const t = useTexts()
  const language = useLanguage()
  const shown = people.filter((one) => filter === null || isIn(filter, lookOf(one)))
  if (people.length === 0) return <NoData title={t('group.empty')} hint={t('group.emptyHint')} />
  const time = (at: string | null) => (at === null ? '–' : formatTime(at, timeZone, language))
  return (
    <table className="at-table">
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
            <td className="at-only-wide at-number">{one.person.number}</td>
            {group === STAFF_GROUP && <td className="at-only-wide">{groupOf(one.person, language)}</td>}
            <td>
              <StatusBadge look={lookOf(one)} />
              {one.lateMinutes > 0 && <span className="at-minutes">{t('day.late', { count: one.lateMinutes })}</span>}
              {one.earlyMinutes > 0 && (
                <span className="at-minutes">{t('day.early', { count: one.earlyMinutes })}</span>
              )}
              {one.correction?.state === 'open' && <span className="at-minutes">{t('correction.waits')}</span>}
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
