import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { STAFF_GROUP } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { formatTime, monthOf } from '../../../src/app/ui/format/calendar.ts'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { routePath } from '../app-route.ts'
import { isIn, lookOf, type DayGroup } from '../day-look.ts'
import { groupOf, personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { StatusBadge } from '../StatusBadge.tsx'

export type Day = ResponseOf<typeof attendance.day>
type PersonOfDay = Day['people'][number]

/** The people of a day, or those of one status. */
export function peopleIn({ people }: Day, filter: DayGroup | null): readonly PersonOfDay[] {
  return people.filter((one) => filter === null || isIn(filter, lookOf(one)))
}

/** The people of a group on a day, or those of one status. */
export function DayTable({ group, day, filter }: { group: string; day: Day; filter: DayGroup | null }) {
  const t = useTexts()
  const columns = useDayColumns(group, day.timeZone)
  if (day.people.length === 0) return <NoData title={t('group.empty')} hint={t('group.emptyHint')} />
  return (
    <DataTable
      label={t('group.dayRecords')}
      rows={peopleIn(day, filter)}
      columns={columns}
      keyOf={({ person }) => person.id}
      linkTo={({ person }) =>
        routePath({ page: 'person', group, month: monthOf(day.date), person: person.id, day: day.date })
      }
      hasCards={false}
    />
  )
}

/** The columns of a day's table and of its spreadsheet. */
export function useDayColumns(group: string, timeZone: string): readonly Column<PersonOfDay>[] {
  const t = useTexts()
  const language = useLanguage()
  const isStaff = group === STAFF_GROUP
  const notesOf = (one: PersonOfDay) => [
    ...(one.lateMinutes > 0 ? [t('day.late', { count: one.lateMinutes })] : []),
    ...(one.earlyMinutes > 0 ? [t('day.early', { count: one.earlyMinutes })] : []),
    ...(one.absence?.state === 'open' ? [t('absence.mark.open')] : []),
    ...(one.absence?.state === 'accepted' && one.status !== 'excused' ? [t('absence.mark.accepted')] : []),
    ...(one.correction?.state === 'open' ? [t('correction.waits')] : []),
  ]
  const time = (at: string | null) => (at === null ? null : formatTime(at, timeZone, language))
  return [
    { key: 'name', heading: t('column.name'), value: ({ person }) => personName(person, language) },
    {
      key: 'number',
      heading: t(isStaff ? 'column.staffNumber' : 'column.pupilNumber'),
      isWideOnly: true,
      value: ({ person }) => person.number,
    },
    ...(isStaff
      ? [
          {
            key: 'department',
            heading: t('column.department'),
            isWideOnly: true,
            value: ({ person }: PersonOfDay) => groupOf(person, language),
          },
        ]
      : []),
    {
      key: 'status',
      heading: t('column.status'),
      value: (one) => [t(`look.${lookOf(one)}`), ...notesOf(one)].join(t('comma')),
      cell: (one) => (
        <>
          <StatusBadge look={lookOf(one)} />
          {notesOf(one).map((note) => (
            <span key={note} className="at-minutes">
              {note}
            </span>
          ))}
        </>
      ),
    },
    {
      key: 'in',
      heading: t('way.in'),
      isOneLine: true,
      kind: 'time',
      value: ({ firstIn }) => time(firstIn),
      cell: ({ firstIn, lateMinutes }) => timeCell(time(firstIn), lateMinutes > 0),
    },
    {
      key: 'out',
      heading: t('way.out'),
      isOneLine: true,
      kind: 'time',
      value: ({ lastOut }) => time(lastOut),
      cell: ({ lastOut, earlyMinutes }) => timeCell(time(lastOut), earlyMinutes > 0),
    },
  ]
}

const timeCell = (time: string | null, warns: boolean) => (warns ? <span className="at-warn">{time}</span> : time)
