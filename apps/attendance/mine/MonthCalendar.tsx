import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { PersonDay } from '../../../contract/endpoints/attendance/attendance.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useGridFocus } from '../../../src/app/ui/grid/use-grid-focus.ts'
import { type AppRoute, routePath } from '../app-route.ts'
import { formatWeekday, formatDay, formatTime } from '../../../src/app/ui/format/calendar.ts'
import { useTexts } from '../portal-context.ts'
import { NARROW, useMedia } from '../use-media.ts'
import CalendarX from '@phosphor-icons/core/regular/calendar-x.svg?react'
import NotePencil from '@phosphor-icons/core/regular/note-pencil.svg?react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { lookOf } from '../day-look.ts'
import { nameIn } from '../name-in.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The days of a month: a calendar, or on a phone a list of the relevant ones, newest first. */
export function MonthCalendar(props: {
  data: ResponseOf<typeof attendance.mine>
  shown: string | null
  routeOf: (date: string) => AppRoute
  /** Leads to the month before or after. */
  onStep: (by: 1 | -1) => void
}) {
  const t = useTexts()
  const isList = useMedia(NARROW)
  return (
    <section className="app-card" aria-label={t('mine.days')}>
      {isList ? <DayList {...props} /> : <DayGrid {...props} />}
    </section>
  )
}

type DaysProps = Parameters<typeof MonthCalendar>[0]

function DayList({ data: { days, today, timeZone }, shown, routeOf }: DaysProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the links within
    <ol className="at-days" onKeyDown={moveByArrows}>
      {days.toReversed().map((day) => (
        <li key={day.date} {...cellOf(day, today, shown)}>
          <DayContent day={day} today={today} timeZone={timeZone} to={routeOf(day.date)} isList />
        </li>
      ))}
    </ol>
  )
}

/** Weeks by weekdays: one tab stop, in which keys move. */
function DayGrid({ data, shown, routeOf, onStep }: DaysProps) {
  const t = useTexts()
  const language = useLanguage()
  const hintId = useId()
  const grid = useRef<HTMLDivElement>(null)
  /** The day of the month that a page key asked for. */
  const wanted = useRef<string>(null)
  const { days, today, timeZone } = data
  const weeks = weeksOf(days)
  const focus = useGridFocus(grid, {
    shown: days,
    start: () => placeOf(weeks, shown ?? today),
    page: (by, { row, column }) => {
      const day = weeks[row - 1]?.[column]
      if (!day) return
      wanted.current = day.date.slice(8)
      onStep(by)
    },
  })

  const focusWanted = useEffectEvent(() => {
    if (wanted.current === null) return
    // A shorter month has its last day instead.
    const date = days.findLast((day) => day.date.slice(8) <= (wanted.current ?? ''))?.date
    wanted.current = null
    const cell = grid.current?.querySelector<HTMLElement>(`[data-date='${date}']`)
    ;(cell?.querySelector('a') ?? cell)?.focus()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once another month is there
  useEffect(() => focusWanted(), [days])

  return (
    <>
      <p id={hintId} className="visually-hidden">
        {t('mine.keys')}
      </p>
      <div
        ref={grid}
        className="at-calendar"
        role="grid"
        aria-readonly="true"
        aria-label={t('mine.days')}
        aria-describedby={hintId}
        {...focus}
      >
        <div className="at-weekdays" role="row">
          {WEEKDAYS.map((weekday) => (
            <span key={weekday} role="columnheader">
              {formatWeekday(weekday, language)}
            </span>
          ))}
        </div>
        {weeks.map((week, index) => (
          <div key={week.find((day) => day !== null)?.date ?? index} className="at-days" role="row">
            {week.map((day, column) =>
              day ? (
                <div
                  key={day.date}
                  role="gridcell"
                  {...cellOf(day, today, shown)}
                  // Days without details are read by the keys too.
                  tabIndex={opensDetails(day, today) ? undefined : -1}
                >
                  <DayContent day={day} today={today} timeZone={timeZone} to={routeOf(day.date)} isList={false} />
                </div>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- a place outside the month has nothing else
                <div key={column} role="gridcell" className="at-day at-day--outside" />
              ),
            )}
          </div>
        ))}
      </div>
    </>
  )
}

/** The days by weeks from Monday; null outside the month. */
function weeksOf(days: readonly PersonDay[]): (PersonDay | null)[][] {
  const [first] = days
  const before = first ? weekdayOf(first.date) - 1 : 0
  const places = [...Array.from({ length: before }, () => null), ...days]
  const weeks = Math.ceil(places.length / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => places[week * 7 + at] ?? null),
  )
}

/** Below the row of the weekdays. */
function placeOf(weeks: readonly (readonly (PersonDay | null)[])[], date: string) {
  const week = weeks.findIndex((days) => days.some((day) => day?.date === date))
  if (week < 0) return null
  return { row: week + 1, column: weeks[week]?.findIndex((day) => day?.date === date) ?? 0 }
}

/** Moves the focus between the days of the list by arrow keys. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll('a')]
  const from = links.findIndex((link) => link === document.activeElement)
  if (step === undefined || from < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const next = links[from + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function whenOf(date: string, today: string): 'before' | 'today' | 'later' {
  if (date === today) return 'today'
  return date > today ? 'later' : 'before'
}

/** Whether a day has details to open. */
function opensDetails(day: PersonDay, today: string): boolean {
  return (
    day.events.length > 0 ||
    day.correction !== null ||
    day.absence !== null ||
    (day.date <= today && lookOf(day) !== 'off')
  )
}

function cellOf(day: PersonDay, today: string, shown: string | null) {
  return {
    className: 'at-day',
    'data-date': day.date,
    'aria-current': day.date === today ? ('date' as const) : undefined,
    'data-free': lookOf(day) === 'off' || undefined,
    'data-when': whenOf(day.date, today),
    'data-shown': day.date === shown || undefined,
    'data-plain': (!opensDetails(day, today) && !day.holiday) || undefined,
  }
}

/** Which notice of absence a day is marked by; an excused day says so itself, and free days need none. */
function markOf({ absence, status, due }: PersonDay): 'open' | 'accepted' | null {
  if (!absence || !due || status === 'excused') return null
  return absence.state === 'open' || absence.state === 'accepted' ? absence.state : null
}

function DayContent({
  day,
  today,
  timeZone,
  isList,
  to,
}: {
  day: PersonDay
  today: string
  timeZone: string
  isList: boolean
  to: AppRoute
}) {
  const t = useTexts()
  const language = useLanguage()
  const look = lookOf(day)
  const name = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
  const mark = markOf(day)
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
      {mark && (
        <span className="at-day__asked">
          <Icon svg={CalendarX} size={14} />
          <span>{t(`absence.mark.${mark}`)}</span>
        </span>
      )}
      {day.correction?.state === 'open' && (
        <span className="at-day__asked">
          <Icon svg={NotePencil} size={14} />
          <span>{t('correction.waits')}</span>
        </span>
      )}
    </>
  )
  if (!opensDetails(day, today)) return <div className="at-day__box">{content}</div>
  return (
    <Link className="at-day__box" to={routePath(to)} replace tabIndex={isList ? undefined : -1}>
      {content}
    </Link>
  )
}
