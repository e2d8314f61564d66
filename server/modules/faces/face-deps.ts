import type { FastifyInstance } from 'fastify'
import type { FaceLimits } from '../../runtime/config.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { createFaceEngine } from './engine/face-engine.ts'
import { createFaceIndexes } from './face-indexes.ts'

export type FaceDeps = ReturnType<typeof createFaceDeps>

/** One detection engine and one set of indexes for this process, closed with the application. */
export function createFaceDeps(app: FastifyInstance, passwords: Passwords, { memory, ...limits }: FaceLimits) {
  const { database, vault } = app
  const engine = createFaceEngine()
  const indexes = createFaceIndexes(database, vault, app.log, memory * 1024 * 1024)
  app.addHook('onClose', async () => {
    await Promise.all([engine.close(), indexes.close()])
  })
  return { database, vault, passwords, limits, engine, indexes }
}
