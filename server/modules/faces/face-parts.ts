import type { Database } from '../../db/database.ts'
import type { FaceEngine } from './engine/face-engine.ts'
import type { MatchLimits } from '../../runtime/match-limits.ts'
import type { Vault } from '../../runtime/vault.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import type { FaceIndexes } from './face-indexes.ts'

/** What everything about faces works with. */
export interface FaceParts {
  readonly database: Database
  readonly vault: Vault
  readonly passwords: Passwords
  readonly engine: FaceEngine
  readonly indexes: FaceIndexes
  readonly limits: MatchLimits
}
