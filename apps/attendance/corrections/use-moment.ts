import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { formatFullDay, formatTime } from '../../../src/app/ui/format/calendar.ts'
import { useGroups, useTexts } from '../portal-context.ts'

/** Returns the function that says a moment in the unit's time zone, with its day and year. */
export function useMoment(): (at: string) => string {
  const language = useLanguage()
  const t = useTexts()
  const { timeZone } = useGroups()
  return (at) =>
    t('uncertain.moment', {
      day: formatFullDay(wallTime(Date.parse(at), timeZone).date, language),
      time: formatTime(at, timeZone, language),
    })
}
