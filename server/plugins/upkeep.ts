import type { FastifyInstance } from 'fastify'
import { collectStorage } from '../services/files-upkeep.ts'
import { collectIdentity } from '../services/identity-upkeep.ts'
import type { ByteStore } from '../storage/byte-store.ts'

const HOUR = 60 * 60 * 1000
/** Days for which a removed file can be restored, and an unfinished upload resumed. */
const KEEP = { binDays: 30, uploadDays: 7 }

/** Tidies the database every hour, and the files every six, while the portal runs. Several processes may do so at once. */
export function keepTidy(app: FastifyInstance, storage: ByteStore | undefined): void {
  repeat(app, HOUR, () => app.database.asOwner(collectIdentity))
  if (storage) repeat(app, 6 * HOUR, () => collectStorage(app.database, storage, KEEP))
}

function repeat(app: FastifyInstance, interval: number, work: () => Promise<unknown>): void {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // A round that takes longer than its interval is not overtaken by the next.
    running ??= work()
      .then(
        (result) => app.log.debug({ result }, 'upkeep done'),
        (error: unknown) => app.log.warn({ err: error }, 'upkeep failed'),
      )
      .finally(() => (running = undefined))
  }, interval)
  // Upkeep alone is no reason to keep the process alive.
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
