import { FILE_NAME_LENGTH } from '../../contract/limits.ts'
import { isBlockedFileType } from '../../contract/rules/file-types.ts'

export type NameProblem = 'empty' | 'long' | 'characters' | 'type' | 'taken'

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const REFUSED = /[\u0000-\u001f\u007f/\\]/

/**
 * What is wrong with a name that a person typed, or null. The server has the last word; this saves the way there. `taken` are the names of the
 * entries of the same kind beside it; as on the server, case tells names apart and the way an accent is written does not.
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
