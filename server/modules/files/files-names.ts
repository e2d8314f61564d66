import { FILE_NAME_LENGTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'

// Besides control characters: line separators, lone surrogates, and marks that reverse the direction of text, by which "gpj.exe" reads as
// "exe.jpg". Joiners stay allowed, because emoji are made with them.
const REFUSED = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/u

/**
 * The name as it is kept (Unicode NFC, so that names that look alike are alike); throws 'storage.name_invalid' unless it has 1 to 255
 * characters and nothing that could lead out of a folder or deceive a reader. The disk never sees it.
 */
export function checkName(name: string): string {
  const kept = name.normalize('NFC')
  const length = Array.from(kept).length
  if (length === 0 || length > FILE_NAME_LENGTH || kept.trim() === '' || REFUSED.test(kept) || /^\.{1,2}$/.test(kept)) {
    throw new PortalError('storage.name_invalid')
  }
  return kept
}

/** The name itself when it is free, else with the lowest free number from 2 on before its extension: `plan (2).pdf`. */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const stem = Array.from(dot > 0 ? name.slice(0, dot) : name)
  const extension = dot > 0 ? name.slice(dot) : ''
  for (let number = 2; ; number++) {
    const ending = ` (${number})${extension}`
    // A full-length name gives up the end of its stem; an extension that alone fills the name gives up its own end.
    const room = Math.max(0, FILE_NAME_LENGTH - Array.from(ending).length)
    const candidate = Array.from(stem.slice(0, room).join('') + ending)
      .slice(0, FILE_NAME_LENGTH)
      .join('')
    if (!taken.has(candidate)) return candidate
  }
}
