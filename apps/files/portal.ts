import { useTextsOf, type KeysOf, type Translator } from '../../src/app/micro-apps/app-context.ts'
import type texts from './locales/zh-CN.json'

export { usePortal } from '../../src/app/micro-apps/app-context.ts'

/** Every text of the application, by its dotted path. */
export type TextKey = KeysOf<typeof texts>
export type Translate = Translator<typeof texts>

export const useTexts = (): Translate => useTextsOf('files')
