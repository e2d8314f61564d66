import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'
import { isBlockedFileType } from '../../../contract/rules/storage/file-types.ts'

export type NameProblem = 'empty' | 'long' | 'characters' | 'type' | 'taken'

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const REFUSED = /[\u0000-\u001f\u007f/\\]/

/**
 * Checks a typed name before it is sent, by the server's rules; null when it is valid. `taken` are the names of the entries of the same kind in the
 * folder. Names that differ in case are different; two Unicode forms of an accent are the same.
 */
export function findNameProblem(
  typed: string,
  { kind, taken = [] }: { kind: 'file' | 'folder'; taken?: readonly string[] },
): NameProblem | null {
  const name = typed.trim().normalize('NFC')
  if (name === '') return 'empty'
  if (Array.from(name).length > FILE_NAME_LENGTH) return 'long'
  if (REFUSED.test(name) || /^\.{1,2}$/.test(name)) return 'characters'
  if (kind === 'file' && isBlockedFileType(name)) return 'type'
  return taken.includes(name) ? 'taken' : null
}
