import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AttendanceEvent, PersonDay } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatDay, formatTime } from '../../../src/app/ui/format/calendar.ts'
import { routePath, type AppRoute } from '../app-route.ts'
import { useTexts } from '../portal-context.ts'
import { useKeptFocus } from '../../../src/app/ui/use-kept-focus.ts'
import { useMedia, WIDE } from '../use-media.ts'
import NotePencil from '@phosphor-icons/core/regular/note-pencil.svg?react'
import { Button } from '../../../src/app/ui/Button.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { lookOf } from '../day-look.ts'
import { nameIn } from '../name-in.ts'
import SignIn from '@phosphor-icons/core/regular/sign-in.svg?react'
import SignOut from '@phosphor-icons/core/regular/sign-out.svg?react'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { WithdrawButton } from '../corrections/WithdrawButton.tsx'
import { RequestNote } from '../requests/RequestCard.tsx'

/** The details of a day: beside the month where there is room, else over it, once opened. */
export function DayAside({
  day,
  opened,
  timeZone,
  closed,
  onAsk,
}: {
  day: PersonDay | null
  opened: boolean
  timeZone: string
  closed: AppRoute
  onAsk: ((day: PersonDay) => void) | null
}) {
  const language = useLanguage()
  const isWide = useMedia(WIDE)
  const aside = useRef<HTMLElement>(null)
  useKeptFocus(aside)
  const navigate = useNavigate()
  const close = () => void navigate(routePath(closed), { replace: true })
  const ask = (about: PersonDay) => {
    if (!isWide) close()
    onAsk?.(about)
  }
  const title = day ? formatDay(day.date, language) : ''
  const details = day && <DayDetails day={day} timeZone={timeZone} onAsk={onAsk && (() => ask(day))} />
  if (isWide) {
    return (
      day && (
        <Card title={title} ref={aside}>
          {details}
        </Card>
      )
    )
  }
  return (
    <Dialog open={opened && day !== null} title={title} width={NARROW_DIALOG} backdrop onClose={close}>
      {details}
    </Dialog>
  )
}

/** The details of a day: its status, all clock events, and the correction request. */
function DayDetails({ day, timeZone, onAsk }: { day: PersonDay; timeZone: string; onAsk: (() => void) | null }) {
  const t = useTexts()
  const language = useLanguage()
  const name = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
  const lines = [
    ...(name ? [name] : []),
    ...(day.lateMinutes > 0 ? [t('day.late', { count: day.lateMinutes })] : []),
    ...(day.earlyMinutes > 0 ? [t('day.early', { count: day.earlyMinutes })] : []),
  ]
  const look = lookOf(day)
  const { absence, correction } = day
  return (
    <div className="at-details">
      <p className="at-row">
        {look !== 'future' && <StatusBadge look={look} />}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      {day.events.length > 0 ? (
        <EventList events={day.events} timeZone={timeZone} />
      ) : (
        <p className="k-soft">{t('day.nothing')}</p>
      )}
      {absence && (
        <RequestNote
          state={absence.state}
          what={t(`absence.kinds.${absence.kind}`)}
          lines={[absenceSpan(absence, language), absence.note]}
          decidedBy={absence.decidedBy}
          note={absence.decisionNote}
        />
      )}
      {correction && (
        <RequestNote
          state={correction.state}
          what={`${t(`way.${correction.direction}`)} ${correction.time}`}
          lines={[correction.reason]}
          decidedBy={correction.decidedBy}
          note={correction.note}
        >
          {correction.mayWithdraw && <WithdrawButton correctionId={correction.correctionId} />}
        </RequestNote>
      )}
      {onAsk && (look !== 'future' || day.events.length > 0) && (
        <Button icon={NotePencil} onClick={onAsk}>
          {t('correction.askForDay')}
        </Button>
      )}
    </div>
  )
}

function EventList({ events, timeZone }: { events: readonly AttendanceEvent[]; timeZone: string }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <ul className="at-events" aria-label={t('day.events')}>
      {events.map(({ eventId, at, direction, source, stationName }) => (
        <li key={eventId} className="at-event">
          <span className="at-event__glyph" data-way={direction}>
            <Icon svg={direction === 'in' ? SignIn : SignOut} size={18} />
          </span>
          <span className="at-event__time">{formatTime(at, timeZone, language)}</span>
          <span>{t(`way.${direction}`)}</span>
          <span className="at-event__where">{[t(`source.${source}`), stationName].filter(Boolean).join(t('dot'))}</span>
        </li>
      ))}
    </ul>
  )
}
