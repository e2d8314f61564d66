import { USER_TYPES } from '../../apps/administration/applications/application-lists.ts'
import { ATTENDANCE_PARTS } from '../../apps/administration/attendance/attendance-parts.ts'
import { STRUCTURE_PARTS } from '../../apps/administration/classes/structure-parts.ts'

/** Values of parameters that are known, by the last part before them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'classes/:part': Object.keys(STRUCTURE_PARTS),
  'attendance/:part': ATTENDANCE_PARTS,
  'desktop/:type': USER_TYPES.map(String),
  'types/:userType': USER_TYPES.map(String),
}

/** The addresses of a route whose parameters are known; those with ids are of one record, which its list leads to. */
export function addressesOf(path: string): string[] {
  const [, before = '', parameter = '', after = ''] = /^(.*?)([^/]+\/:\w+)$/.exec(path) ?? []
  const known = VALUES[parameter]
  if (known) return known.map((value) => before + parameter.replace(/:\w+$/, value) + after)
  return path.includes(':') ? [] : [path]
}
