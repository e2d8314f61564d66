import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { MatchLimits } from '../../runtime/config.ts'
import type { Vault } from '../../runtime/vault.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { createFaceEngine, type FaceEngine } from './engine/face-engine.ts'
import { createFaceIndexes, type FaceIndexes } from './face-indexes.ts'

export interface FaceDeps {
  readonly database: Database
  readonly vault: Vault
  readonly passwords: Passwords
  readonly engine: FaceEngine
  readonly indexes: FaceIndexes
  readonly limits: MatchLimits
}

/** One detection engine and one set of indexes for this process, closed with the application. */
export function createFaceDeps(app: FastifyInstance, passwords: Passwords, limits: MatchLimits): FaceDeps {
  const { database, vault } = app
  const engine = createFaceEngine()
  const indexes = createFaceIndexes(database, vault, app.log)
  app.addHook('onClose', async () => {
    await Promise.all([engine.close(), indexes.close()])
  })
  return { database, vault, passwords, limits, engine, indexes }
}
