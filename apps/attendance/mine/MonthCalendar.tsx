import type { CSSProperties } from 'react'
import type { PersonDay } from '../../../contract/endpoints/attendance.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { AppRoute } from '../app-route.ts'
import { formatWeekday } from '../dates.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { NARROW, useMedia } from '../use-media.ts'
import { CalendarDay } from './CalendarDay.tsx'
import { useArrows } from './use-arrows.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The days of a month: a calendar, or on a phone a list of the relevant ones, newest first. */
export function MonthCalendar({
  days,
  today,
  timeZone,
  shown,
  routeOf,
}: {
  days: readonly PersonDay[]
  today: string
  timeZone: string
  shown: string | null
  routeOf: (date: string) => AppRoute
}) {
  const t = useTexts()
  const language = useLanguage()
  const isList = useMedia(NARROW)
  const { list, onKeyDown } = useArrows(isList ? 1 : 7)
  const [first] = days
  const start: CSSProperties & { '--at-first': number } = { '--at-first': first ? weekdayOf(first.date) : 1 }
  return (
    <section className="at-card at-calendar" aria-label={t('mine.days')}>
      <div className="at-weekdays" aria-hidden="true">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday}>{formatWeekday(weekday, language)}</span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the links within */}
      <ol className="at-days" style={start} ref={list} onKeyDown={onKeyDown}>
        {(isList ? days.toReversed() : days).map((day) => (
          <CalendarDay
            key={day.date}
            day={day}
            when={day.date === today ? 'today' : day.date > today ? 'later' : 'before'}
            timeZone={timeZone}
            isShown={day.date === shown}
            to={routeOf(day.date)}
          />
        ))}
      </ol>
    </section>
  )
}
