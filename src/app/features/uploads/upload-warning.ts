import { bilingual, textFor, type Language } from '../../../../contract/envelope.ts'
import { errorTexts, type ErrorCode } from '../../../../contract/errors.ts'
import type { UploadFailure, UploadFailureKind } from '../../platform/upload.ts'

/** A failure that the page found by itself. */
export function failureOfCode(kind: UploadFailureKind, code: ErrorCode): UploadFailure {
  const { status, zh, en } = errorTexts[code]
  return { kind, code, status, message: bilingual(zh, en) }
}

/** The text of the warning that section 8 of the specification asks for: 'status：message'. */
export function warningOf(language: Language, { status, message }: UploadFailure): string {
  return `${status}：${textFor(language, message)}`
}
