import { bilingual, type Language } from './envelope.ts'
import type { ErrorCode } from './errors.ts'
import { BIN_DAYS, FIRST_PASSWORD_DAYS, PROXY_BODY_MEGABYTES, TABLE_LIMITS, UPLOAD_ENTRIES_MAX } from './limits.ts'
import english from './locales/en/errors.json' with { type: 'json' }
import chinese from './locales/zh-CN/errors.json' with { type: 'json' }

/** A code without a text in one of the languages does not compile. */
const texts: Readonly<Record<Language, Readonly<Record<ErrorCode, string>>>> = { 'zh-CN': chinese, en: english }

/** What the texts name as `{{name}}`. */
const limits: Readonly<Record<string, number>> = {
  binDays: BIN_DAYS,
  firstPasswordDays: FIRST_PASSWORD_DAYS,
  proxyMegabytes: PROXY_BODY_MEGABYTES,
  tableCells: TABLE_LIMITS.cells,
  tableColumns: TABLE_LIMITS.columns,
  tableRows: TABLE_LIMITS.rows,
  uploadEntries: UPLOAD_ENTRIES_MAX,
}

/** Whether a code is one of the portal's own. Asks the texts, so that the page does not need the statuses. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(chinese, code)
}

/** The text of a code for people. */
export function errorText(code: ErrorCode, language: Language): string {
  return texts[language][code].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(limits[name] ?? whole))
}

/** Both texts of a code, as the `message` of an envelope holds them. */
export function bilingualErrorText(code: ErrorCode): string {
  return bilingual(errorText(code, 'zh-CN'), errorText(code, 'en'))
}
