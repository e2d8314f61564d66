import type { ByteStore } from './byte-store.ts'
import { createKeyedTurns, type KeyedTurns } from './keyed-turns.ts'

/** What the storage services work with; one per server. */
export interface StorageParts {
  readonly bytes: ByteStore
  readonly turns: KeyedTurns
}

/** The parts around a store. */
export function createStorageParts(bytes: ByteStore): StorageParts {
  return { bytes, turns: createKeyedTurns() }
}
