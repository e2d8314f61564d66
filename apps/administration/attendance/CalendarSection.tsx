import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import Briefcase from '@phosphor-icons/core/regular/briefcase.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Sun from '@phosphor-icons/core/regular/sun.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Stepper } from '../../../src/app/ui/layout/Stepper.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { formatDay } from '../../../src/app/ui/format/calendar.ts'
import { DaysDialog } from './DaysDialog.tsx'
import { EntryRow } from '../EntryRow.tsx'
import { ListCard } from '../ListCard.tsx'
import { daysIn, spansOf, type DaySpan } from './day-spans.ts'
import { useLocale, useTexts } from '../portal-context.ts'

/** Holidays and days of work of a year, this one without `year`. */
export function CalendarSection({ year: asked, today }: { year: string | undefined; today: string }) {
  const t = useTexts()
  const current = today.slice(0, 4)
  const year = asked ?? current
  const query = useEndpoint(attendanceAdmin.calendar, { year })
  const [adds, setAdds] = useState(false)
  const stepTo = (years: number) => `/attendance/calendar/${Number(year) + years}`
  return (
    <ListCard
      title={t('attendance.part.calendar')}
      hint={t('attendance.calendar.hint')}
      action={
        <Button kind="primary" icon={Plus} data-action="add-days" onClick={() => setAdds(true)}>
          {t('attendance.calendar.add')}
        </Button>
      }
    >
      <Stepper
        label={t('attendance.calendar.year', { year })}
        before={{ label: t('attendance.calendar.yearBefore'), to: stepTo(-1) }}
        after={{ label: t('attendance.calendar.yearAfter'), to: stepTo(1) }}
        now={year === current ? null : { label: t('attendance.calendar.thisYear'), to: '/attendance/calendar' }}
      />
      <Loaded query={query}>
        {(days) =>
          days.length === 0 ? (
            <NoData title={t('attendance.calendar.none', { year })} hint={t('attendance.calendar.noneHint')} />
          ) : (
            <SpanList spans={spansOf(days)} />
          )
        }
      </Loaded>
      {adds && <DaysDialog today={today} onClose={() => setAdds(false)} />}
    </ListCard>
  )
}

function SpanList({ spans }: { spans: readonly DaySpan[] }) {
  const { t, nameOf, language } = useLocale()
  const call = useCall()
  const remove = useChange(
    (span: DaySpan) => call(attendanceAdmin.deleteDays, { dates: daysIn(span).map(({ date }) => date) }),
    {
      done: (_, span) => t('attendance.rules.deleted', { name: nameOf(span) }),
      failed: (span) => t('attendance.rules.notDeleted', { name: nameOf(span) }),
      undo: (before) => (before.length === 0 ? null : () => call(attendanceAdmin.saveDays, { days: before })),
    },
  )

  return (
    <ul>
      {spans.map((span) => {
        const { first, last, kind } = span
        const name = nameOf(span)
        const from = formatDay(first, language)
        const dates = first === last ? from : t('attendance.calendar.span', { from, to: formatDay(last, language) })
        const count = daysIn(span).length
        return (
          <li key={first}>
            <EntryRow
              glyph={kind === 'holiday' ? Sun : Briefcase}
              name={name}
              tags={[{ text: t(`attendance.calendar.kind.${kind}`), tone: kind === 'holiday' ? 'good' : 'warning' }]}
              details={[dates, ...(count > 1 ? [t('attendance.calendar.days', { count })] : [])]}
            >
              <IconButton
                svg={Trash}
                label={t('action.deleteNamed', { name: `${name} ${dates}` })}
                onClick={() => remove.mutate(span)}
              />
            </EntryRow>
          </li>
        )
      })}
    </ul>
  )
}
