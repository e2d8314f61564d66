import { isNewer } from '../../../../contract/rules/versions.ts'
import type { FrontEnd, Service } from './package-facts.ts'

/** What does not fit together: the server is older than the front end needs, or the front end older than the server needs. */
export type Mismatch =
  | { kind: 'server-old'; needed: string; found: string }
  | { kind: 'front-end-old'; needed: string; found: string }

/** Compares what both ends say that they need with what they have. Both can be wrong at once. */
export function compareEnds(frontEnd: FrontEnd, service: Service): Mismatch[] {
  const mismatches: Mismatch[] = []
  const { serverVersion: needed } = frontEnd
  if (needed !== undefined && isNewer(needed, service.serverVersion)) {
    mismatches.push({ kind: 'server-old', needed, found: service.serverVersion })
  }
  if (isNewer(service.webCodeVersion, frontEnd.version)) {
    mismatches.push({ kind: 'front-end-old', needed: service.webCodeVersion, found: frontEnd.version })
  }
  return mismatches
}
