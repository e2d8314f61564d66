/** The locale of a language's dates and times. English ones are "23 November 2026" and "18:05": the day before the month, and hours to 23, as timetables are written. */
export function dateLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language
}
