import type { ErrorCode } from '../errors.ts'
import { FILE_NAME_LENGTH, FILE_SIZE_MAX } from '../limits.ts'
import { isBlockedFileType } from './file-types.ts'

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const REFUSED = /[\u0000-\u001f\u007f/\\]/

/** Why a file need not even be sent, or undefined. The server checks again and has the last word. */
export function refuseFile(
  { name, size }: { readonly name: string; readonly size: number },
  maxSize: number = FILE_SIZE_MAX,
): ErrorCode | undefined {
  const length = Array.from(name.normalize('NFC')).length
  if (length === 0 || length > FILE_NAME_LENGTH || REFUSED.test(name)) return 'storage.name_invalid'
  if (isBlockedFileType(name)) return 'storage.type_blocked'
  if (size > Math.min(maxSize, FILE_SIZE_MAX)) return 'storage.too_large'
  return undefined
}
