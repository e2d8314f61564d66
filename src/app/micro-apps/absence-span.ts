import type { Language } from '../../../contract/envelope.ts'
import type { AbsenceSpan } from '../../../contract/rules/attendance/absence-rule.ts'
import { formatDay, formatShortDay } from '../ui/format/calendar.ts'

/** The days of a notice of absence, and the times of a part of one: "Mon 23 November, until 10:00", "23/11–25/11". */
export function absenceSpan({ firstDate, lastDate, from, until }: AbsenceSpan, language: Language): string {
  if (firstDate !== lastDate) return `${formatShortDay(firstDate, language)}–${formatShortDay(lastDate, language)}`
  const day = formatDay(firstDate, language)
  const isEnglish = language === 'en'
  if (from !== null && until !== null) return `${day} ${from}–${until}`
  if (from !== null) return isEnglish ? `${day}, from ${from}` : `${day} ${from} 起`
  if (until !== null) return isEnglish ? `${day}, until ${until}` : `${day} ${until} 前`
  return day
}
