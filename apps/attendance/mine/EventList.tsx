import signIn from '@phosphor-icons/core/regular/sign-in.svg?raw'
import signOut from '@phosphor-icons/core/regular/sign-out.svg?raw'
import type { AttendanceEvent } from '../../../contract/endpoints/attendance.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { formatTime } from '../dates.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

export function EventList({ events, timeZone }: { events: readonly AttendanceEvent[]; timeZone: string }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <ul className="at-events" aria-label={t('day.events')}>
      {events.map(({ eventId, at, direction, source, stationName }) => (
        <li key={eventId} className="at-event">
          <span className="at-event__glyph" data-way={direction}>
            <Icon svg={direction === 'in' ? signIn : signOut} size={18} />
          </span>
          <span className="at-event__time">{formatTime(at, timeZone, language)}</span>
          <span className="at-event__way">{t(`way.${direction}`)}</span>
          <span className="at-event__where">{[t(`source.${source}`), stationName].filter(Boolean).join(t('dot'))}</span>
        </li>
      ))}
    </ul>
  )
}
