import './day-line.css'
import { useTranslation } from 'react-i18next'
import type { ChildCard } from '../../../../contract/endpoints/desktop/today.ts'
import type { ExcusedTime } from '../../../../contract/rules/attendance/absence-rule.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { formatTime } from '../../ui/format/calendar.ts'
import { placeDay } from './day-line.ts'

/** The line of a day: the required hours, what was recorded, what a notice excuses, and now. Read out as one sentence. */
export function DayLine({
  card,
  date,
  timeZone,
  at,
  excuse = null,
}: {
  card: Pick<ChildCard, 'hours' | 'events'>
  date: string
  timeZone: string
  at: string
  excuse?: ExcusedTime | null
}) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const line = placeDay(card, { date, timeZone, now: at, excuse })
  if (!line || !card.hours) return null
  const said = [
    t('line.hours', { from: card.hours.inBy, until: card.hours.outFrom }),
    ...card.events.map((event) => t(`line.${event.direction}`, { time: formatTime(event.at, timeZone, language) })),
    t('line.now', { time: formatTime(at, timeZone, language) }),
  ].join(t('line.comma'))
  return (
    <div className="td-line" role="img" aria-label={said}>
      <div className="td-line__bar">
        <span className="td-line__hours" style={spanStyle(line.hours)} />
        {line.excused && <span className="td-line__excused" style={spanStyle(line.excused)} />}
        {line.now !== null && <span className="td-line__now" style={{ insetInlineStart: `${line.now}%` }} />}
        {line.events.map(({ at: place, time, direction }) => (
          <span
            key={`${time} ${direction}`}
            className="td-line__event"
            data-way={direction}
            style={{ insetInlineStart: `${place}%` }}
          />
        ))}
      </div>
      <div className="td-line__labels">
        {line.labels.map(({ at: place, time, isEvent }) => (
          <span
            key={time}
            data-event={isEvent || undefined}
            data-end={place < 9 ? 'start' : place > 91 ? 'end' : undefined}
            style={place < 9 || place > 91 ? undefined : { insetInlineStart: `${place}%` }}
          >
            {time}
          </span>
        ))}
      </div>
    </div>
  )
}

function spanStyle({ from, to }: { from: number; to: number }) {
  return { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }
}
