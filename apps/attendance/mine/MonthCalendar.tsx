import type { CSSProperties, KeyboardEvent } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { PersonDay, mine } from '../../../contract/endpoints/attendance/attendance.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { type AppRoute, routePath } from '../app-route.ts'
import { formatWeekday, formatDay, formatTime } from '../../../src/app/ui/format/calendar.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { NARROW, useMedia } from '../use-media.ts'
import NotePencil from '@phosphor-icons/core/regular/note-pencil.svg?react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { lookOf } from '../day-look.ts'
import { nameIn } from '../name-in.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The days of a month: a calendar, or on a phone a list of the relevant ones, newest first. */
export function MonthCalendar({
  data: { days, today, timeZone },
  shown,
  routeOf,
}: {
  data: ResponseOf<typeof mine>
  shown: string | null
  routeOf: (date: string) => AppRoute
}) {
  const t = useTexts()
  const language = useLanguage()
  const isList = useMedia(NARROW)
  const [first] = days
  const start: CSSProperties & { '--at-first': number } = { '--at-first': first ? weekdayOf(first.date) : 1 }
  return (
    <section className="app-card" aria-label={t('mine.days')}>
      <div className="at-weekdays" aria-hidden="true">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday}>{formatWeekday(weekday, language)}</span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the links within */}
      <ol className="at-days" style={start} onKeyDown={(event) => moveByArrows(event, isList ? 1 : 7)}>
        {(isList ? days.toReversed() : days).map((day) => (
          <CalendarDay
            key={day.date}
            day={day}
            when={day.date === today ? 'today' : day.date > today ? 'later' : 'before'}
            timeZone={timeZone}
            isShown={day.date === shown}
            isList={isList}
            to={routeOf(day.date)}
          />
        ))}
      </ol>
    </section>
  )
}

/** Moves the focus between days and weeks by arrow keys; days that cannot be opened are skipped. */
function moveByArrows(event: KeyboardEvent<HTMLElement>, daysInLine: number): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -daysInLine,
    ArrowDown: daysInLine,
  }
  const step = steps[event.key]
  const days = [...event.currentTarget.children]
  const from = days.findIndex((day) => day.contains(document.activeElement))
  if (step === undefined || from < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  for (let next = from + step; next >= 0 && next < days.length; next += step) {
    const link = days[next]?.querySelector('a')
    if (!link) continue
    event.preventDefault()
    link.focus()
    return
  }
}

function CalendarDay({
  day,
  when,
  timeZone,
  isShown,
  isList,
  to,
}: {
  day: PersonDay
  when: 'before' | 'today' | 'later'
  timeZone: string
  isShown: boolean
  isList: boolean
  to: AppRoute
}) {
  const t = useTexts()
  const language = useLanguage()
  const look = lookOf(day)
  const name = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
  const hasEvents = day.events.length > 0 || day.correction !== null
  const opens = hasEvents || (when !== 'later' && look !== 'off')
  const [came, went] = [day.firstIn, day.lastOut].map((at) => (at === null ? '' : formatTime(at, timeZone, language)))
  const times = came && went ? `${came}–${went}` : came ? `${t('way.in')} ${came}` : went && `${t('way.out')} ${went}`
  const content = (
    <>
      <span className="at-day__number" aria-hidden="true">
        {Number(day.date.slice(8))}
      </span>
      <span className={isList ? 'at-day__date' : 'visually-hidden'}>{formatDay(day.date, language)}</span>
      {name && <span className="at-day__name">{name}</span>}
      {look === 'off' && !name && <span className="at-day__off">{t('look.off')}</span>}
      {look !== 'off' && look !== 'future' && <StatusBadge look={look} />}
      {times && <span className="at-day__times">{times}</span>}
      {day.correction?.state === 'open' && (
        <span className="at-day__asked">
          <Icon svg={NotePencil} size={14} />
          <span>{t('correction.waits')}</span>
        </span>
      )}
    </>
  )
  return (
    <li
      className="at-day"
      data-free={look === 'off' || undefined}
      data-when={when}
      data-shown={isShown || undefined}
      data-plain={(!opens && !name) || undefined}
    >
      {opens ? (
        <Link className="at-day__box" to={routePath(to)} replace aria-current={when === 'today' ? 'date' : undefined}>
          {content}
        </Link>
      ) : (
        <div className="at-day__box">{content}</div>
      )}
    </li>
  )
}
