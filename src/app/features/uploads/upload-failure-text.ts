import { type Language, textFor } from '../../../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../../../contract/error-texts.ts'
import type { UploadFailure } from '../../platform/upload.ts'

/** Why an upload failed: the server's words, or those of a code that the client found. */
export function uploadFailureText(language: Language, { message }: Pick<UploadFailure, 'message'>): string {
  return isErrorCode(message) ? errorText(message, language) : textFor(language, message)
}
