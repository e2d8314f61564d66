import type { FastifyInstance } from 'fastify'
import { BIN_DAYS } from '../contract/limits.ts'
import { collectAccess } from './modules/desktop/access-log.ts'
import { cleanUpAttendance } from './modules/attendance/cleanup.ts'
import { cleanUpFaces } from './modules/faces/cleanup.ts'
import { collectStorage } from './modules/files/files-upkeep.ts'
import { cleanUpIdentity } from './modules/auth/cleanup.ts'
import { fillPinyin } from './modules/desktop/person-pinyin.ts'
import type { ByteStore } from './blobs/byte-store.ts'

const HOUR = 60 * 60 * 1000
/**
 * Tidies the database every hour, and the files every six, while the portal runs. Several processes may do so at once. An upload that got no chunk for
 * `uploadDays` is abandoned.
 */
export function keepTidy(app: FastifyInstance, storage: ByteStore | undefined, uploadDays: number): void {
  repeat(app, HOUR, () => app.database.asOwner(cleanUpIdentity))
  repeat(app, HOUR, () => app.database.asOwner(collectAccess))
  repeat(app, HOUR, () => app.database.asOwner(cleanUpFaces))
  repeat(app, HOUR, () => app.database.asOwner((tx) => cleanUpAttendance(tx, app.now())))
  // Whoever was added an hour ago at the latest is found by pinyin; by characters everybody is at once.
  repeat(app, HOUR, () => fillPinyin(app.database), true)
  if (storage) repeat(app, 6 * HOUR, () => collectStorage(app.database, storage, { binDays: BIN_DAYS, uploadDays }))
}

function repeat(app: FastifyInstance, interval: number, work: () => Promise<unknown>, atStart = false): void {
  let running: Promise<void> | undefined
  const run = () => {
    // A round that takes longer than its interval is not overtaken by the next.
    running ??= work()
      .then(
        (result) => app.log.debug({ result }, 'upkeep done'),
        (error: unknown) => app.log.warn({ err: error }, 'upkeep failed'),
      )
      .finally(() => (running = undefined))
  }
  const timer = setInterval(run, interval)
  if (atStart) app.addHook('onReady', async () => run())
  // Upkeep alone is no reason to keep the process alive.
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
