import type { Language } from '../../../../contract/envelope.ts'
import { useClock } from './use-clock.ts'

/** A clock that is read from three metres, by the server's time and in the school's zone, as its records are. */
export function StationClock({ skew, timeZone, language }: { skew: number; timeZone: string; language: Language }) {
  const now = useClock(skew)
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat(language, options).format(now)
  const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' }).format(now)
  return (
    <p className="station-clock">
      <time className="station-clock__time" dateTime={now.toISOString()}>
        {time}
        <span className="station-clock__seconds" aria-hidden="true">
          {String(now.getSeconds()).padStart(2, '0')}
        </span>
      </time>
      <span className="station-clock__date">{date}</span>
    </p>
  )
}
