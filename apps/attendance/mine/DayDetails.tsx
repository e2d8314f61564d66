import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw'
import type { PersonDay } from '../../../contract/endpoints/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { lookOf } from '../day-look.ts'
import { nameIn } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { CorrectionLine } from './CorrectionLine.tsx'
import { EventList } from './EventList.tsx'

/** The details of a day: its status, all clock events, and the correction request. */
export function DayDetails({
  day,
  timeZone,
  onAsk,
  onChanged,
}: {
  day: PersonDay
  timeZone: string
  onAsk: (() => void) | null
  onChanged: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const name = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
  const lines = [
    ...(name ? [name] : []),
    ...(day.lateMinutes > 0 ? [t('day.late', { count: day.lateMinutes })] : []),
    ...(day.earlyMinutes > 0 ? [t('day.early', { count: day.earlyMinutes })] : []),
  ]
  const look = lookOf(day)
  return (
    <div className="at-details">
      <p className="at-details__status">
        {look !== 'future' && <StatusBadge look={look} />}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      {day.events.length > 0 ? (
        <EventList events={day.events} timeZone={timeZone} />
      ) : (
        <p className="at-soft">{t('day.nothing')}</p>
      )}
      {day.correction && <CorrectionLine correction={day.correction} onChanged={onChanged} />}
      {onAsk && (look !== 'future' || day.events.length > 0) && (
        <Button icon={notePencil} onClick={onAsk}>
          {t('correction.askForDay')}
        </Button>
      )}
    </div>
  )
}
