import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { useTextsOf, type KeysOf, type Translator } from '../../src/app/micro-apps/app-context.ts'
import { nameIn, personName } from '../../src/app/micro-apps/names.ts'
import { formatFullDay } from '../../src/app/ui/format/calendar.ts'
import type texts from './locales/zh-CN.json'

export { usePortal } from '../../src/app/micro-apps/app-context.ts'
export { nameIn, personName } from '../../src/app/micro-apps/names.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = Translator<typeof texts>

export const useTexts = (): Translate => useTextsOf('administration')

/** The current language with the texts, and with how names and days YYYY-MM-DD are written in it. */
export function useLocale() {
  const t = useTexts()
  const language = useLanguage()
  return {
    t,
    language,
    /** Of a class, a role, a department or the like. */
    nameOf: (one: Parameters<typeof nameIn>[0]) => nameIn(one, language),
    personName: (person: Parameters<typeof personName>[0]) => personName(person, language),
    date: (day: string) => formatFullDay(day, language),
  }
}

/** Returns the function that writes a day YYYY-MM-DD in the current language. */
export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) => formatFullDay(day, language)
}

type StemOf<Key> = Key extends `${infer Stem}Hint` ? Stem : never

/** Returns the function that gives label and hint of a field, whose keys are the same up to "Hint". */
export function useLabels() {
  const t = useTexts()
  return (key: Extract<TextKey, StemOf<TextKey>>) => ({ label: t(key), hint: t(`${key}Hint`) })
}
