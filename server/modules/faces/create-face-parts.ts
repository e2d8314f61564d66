import type { FastifyInstance } from 'fastify'
import { createFaceEngine } from './engine/face-engine.ts'
import type { MatchLimits } from '../../runtime/match-limits.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { createFaceIndexes } from './face-indexes.ts'
import type { FaceParts } from './face-parts.ts'

/** What everything about faces works with in this process: one thread that looks and one memory, which end with the application. */
export function createFaceParts(app: FastifyInstance, passwords: Passwords, limits: MatchLimits): FaceParts {
  const { database, vault } = app
  const engine = createFaceEngine()
  const indexes = createFaceIndexes(database, vault, app.log)
  app.addHook('onClose', async () => {
    await Promise.all([engine.close(), indexes.close()])
  })
  return { database, vault, passwords, limits, engine, indexes }
}
