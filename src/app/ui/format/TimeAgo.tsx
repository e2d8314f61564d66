import { useEffect, useState } from 'react'
import { readDate } from './read-date.ts'
import { timeAgo, untilNextText } from './time-ago.ts'
import { useKitTexts } from '../use-kit-texts.ts'

/** A longer timeout fires at once. */
const LONGEST = 2 ** 31 - 1

/** The age of a moment, updated, with the exact time as its tooltip. */
export function TimeAgo({ at }: { at: string | number | Date }) {
  const { language } = useKitTexts()
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
