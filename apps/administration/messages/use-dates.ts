import { usableTimeZone } from '../../../contract/rules/zoned-time.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { formatDate } from '../../../src/app/ui/format/format.ts'

/** Formats days (YYYY-MM-DD), and moments in a unit's time zone. */
export function useDates(timeZone?: string) {
  const language = useLanguage()
  return {
    day: (date: string) =>
      formatDate(new Date(`${date}T00:00:00Z`), language, { dateStyle: 'medium', timeZone: 'UTC' }),
    moment: (at: string) =>
      formatDate(new Date(at), language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: usableTimeZone(timeZone),
      }),
  }
}
