import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw'
import { Link } from 'react-router-dom'
import type { PersonDay } from '../../../contract/endpoints/attendance.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { routePath, type AppRoute } from '../app-route.ts'
import { formatDay, formatTime } from '../dates.ts'
import { lookOf } from '../day-look.ts'
import { nameIn } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

export function CalendarDay({
  day,
  when,
  timeZone,
  isShown,
  to,
}: {
  day: PersonDay
  when: 'before' | 'today' | 'later'
  timeZone: string
  isShown: boolean
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
      <span className="at-day__date">{formatDay(day.date, language)}</span>
      {name && <span className="at-day__name">{name}</span>}
      {look === 'off' && !name && <span className="at-day__off">{t('look.off')}</span>}
      {look !== 'off' && look !== 'future' && <StatusBadge look={look} />}
      {times && <span className="at-day__times">{times}</span>}
      {day.correction?.state === 'open' && (
        <span className="at-day__asked">
          <Icon svg={notePencil} size={14} />
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
