import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { useTextsOf, type KeysOf, type Translator } from '../../src/app/micro-apps/app-context.ts'
import { formatFullDay } from '../../src/app/ui/format/calendar.ts'
import type texts from './locales/zh-CN.json'

export { usePortal } from '../../src/app/micro-apps/app-context.ts'
export { nameIn, personName } from '../../src/app/micro-apps/names.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = Translator<typeof texts>

export const useTexts = (): Translate => useTextsOf('administration')

/** Returns the function that writes a day YYYY-MM-DD in the current language. */
export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) => formatFullDay(day, language)
}
