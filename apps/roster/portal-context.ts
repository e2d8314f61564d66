import { useTextsOf, type Translator } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { nameIn, personName } from '../../src/app/micro-apps/names.ts'
export { failureText, useLanguage, useOnline, usePortal } from '../../src/app/micro-apps/app-context.ts'

export type Translate = Translator<typeof texts>

export const useTexts = (): Translate => useTextsOf('roster')
