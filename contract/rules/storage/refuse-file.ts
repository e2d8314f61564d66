import type { ErrorCode } from '../../errors.ts'
import { FILE_NAME_LENGTH, FILE_SIZE_MAX, FOLDER_DEPTH } from '../../limits.ts'
import { isBlockedFileType } from './file-types.ts'

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const REFUSED = /[\u0000-\u001f\u007f/\\]/

/** Why a file cannot be uploaded, or undefined. The server checks again. */
export function refuseFile(
  { name, size }: { readonly name: string; readonly size: number },
  maxSize: number = FILE_SIZE_MAX,
): ErrorCode | undefined {
  if (isRefused(name)) return 'storage.name_invalid'
  if (isBlockedFileType(name)) return 'storage.type_blocked'
  if (size > Math.min(maxSize, FILE_SIZE_MAX)) return 'storage.too_large'
  return undefined
}

/** Why nested folders of these names cannot be created, or undefined. The server checks again. */
export function refuseFolders(names: readonly string[]): ErrorCode | undefined {
  if (names.length > FOLDER_DEPTH) return 'files.too_deep'
  return names.some(isRefused) ? 'storage.folder_name_invalid' : undefined
}

function isRefused(name: string): boolean {
  const length = Array.from(name.normalize('NFC')).length
  return length === 0 || length > FILE_NAME_LENGTH || REFUSED.test(name)
}
