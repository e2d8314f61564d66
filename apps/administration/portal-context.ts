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

type StemOf<Key> = Key extends `${infer Stem}Hint` ? Stem : never

/** Returns the function that gives label and hint of a field, whose keys are the same up to "Hint". */
export function useLabels() {
  const t = useTexts()
  return (key: Extract<TextKey, StemOf<TextKey>>) => ({ label: t(key), hint: t(`${key}Hint`) })
}

/** Returns the function that writes a day YYYY-MM-DD in the current language. */
export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) => formatFullDay(day, language)
}
