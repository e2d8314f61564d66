import { useEffect, useState } from 'react'
import { readDate } from './read-date.ts'
import { followAge, timeAgo } from './time-ago.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import { formatDate } from './format.ts'

/** The age of a moment, updated, with the exact time as its tooltip. */
export function TimeAgo({ at }: { at: string | number | Date }) {
  const { language } = useKitTexts()
  const moment = readDate(at)
  const time = moment?.getTime() ?? null
  const [now, setNow] = useState(() => new Date())

  useEffect(() => (time === null ? undefined : followAge(new Date(time), setNow)), [time])

  if (!moment) return <span>{String(at)}</span>
  const exact = formatDate(moment, language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {timeAgo(moment, language, now)}
    </time>
  )
}
