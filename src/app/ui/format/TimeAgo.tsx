import { useEffect, useState } from 'react'
import type { Language } from '../../../../contract/envelope.ts'
import { readDate } from './read-date.ts'
import { timeAgo, untilNextText } from './time-ago.ts'

/** A longer timeout fires at once. */
const LONGEST = 2 ** 31 - 1

/** The age of a moment, updated, with the exact time as its tooltip. */
export function TimeAgo({ at, language }: { at: string | number | Date; language: Language }) {
  const moment = readDate(at)
  const time = moment?.getTime() ?? null
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const wait = time === null ? null : untilNextText(new Date(time), now)
    if (wait === null) return undefined
    const timer = setTimeout(() => setNow(new Date()), Math.min(wait, LONGEST))
    return () => clearTimeout(timer)
  }, [time, now])

  if (!moment) return <span>{String(at)}</span>
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(moment)
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {timeAgo(moment, language, now)}
    </time>
  )
}
