import { dateLocale } from '../../../../contract/rules/date-locale.ts'

/**
 * Loads the browser's data of dates and numbers in tasks of their own. The first use of any Intl formatter in a process takes 25 to 35 ms, four times as
 * much on a phone, because the browser reads which languages it has; the page would pay for it in the middle of its first drawing.
 */
export async function prepareFormats(language: string): Promise<void> {
  const steps = [
    () => new Intl.Locale(language).maximize(),
    () => Intl.DateTimeFormat.supportedLocalesOf(language),
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat(dateLocale(language)).format(0),
  ]
  for (const step of steps) {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    step()
  }
}
