import { usableTimeZone } from '../../../contract/rules/zoned-time.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'

/** Formats days (YYYY-MM-DD), and moments in a unit's time zone. */
export function useDates(timeZone?: string) {
  const language = useLanguage()
  return {
    day: (date: string) =>
      new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${date}T00:00:00Z`),
      ),
    moment: (at: string) =>
      new Intl.DateTimeFormat(dateLocale(language), {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: usableTimeZone(timeZone),
      }).format(new Date(at)),
  }
}
