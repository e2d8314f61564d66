import { FILE_NAME_LENGTH } from '../../contract/limits.ts'
import { isBlockedFileType } from '../../contract/rules/file-types.ts'

export type NameProblem = 'empty' | 'long' | 'characters' | 'type' | 'taken'

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const REFUSED = /[\u0000-\u001f\u007f/\\]/

/**
 * What is wrong with a name that a person typed, or null. The server has the last word; this saves the way there. `taken` are the names of the
 * folders beside it; they are compared as they are read, so without regard to case.
 */
export function findNameProblem(
  typed: string,
  { kind, taken = [] }: { kind: 'file' | 'folder'; taken?: readonly string[] },
): NameProblem | null {
  const name = typed.trim()
  if (name === '') return 'empty'
  if (name.length > FILE_NAME_LENGTH) return 'long'
  if (REFUSED.test(name) || /^\.+$/.test(name)) return 'characters'
  if (kind === 'file') return isBlockedFileType(name) ? 'type' : null
  const folded = name.toLowerCase()
  return taken.some((other) => other.toLowerCase() === folded) ? 'taken' : null
}
