import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { EXPORT_DAYS } from '../../../../contract/endpoints/units/units.ts'
import type { ByteStore, ObjectName } from '../../../blobs/byte-store.ts'
import type { Database, Scope, Tx } from '../../../db/database.ts'
import { queryRows, queryValues } from '../../../db/query.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { JobRefused, LONGEST_RUN } from '../../../jobs/task.ts'
import { streamZip } from '../../../runtime/zip.ts'
import { objectRow, removeFound, rowsOf, withoutRow, writeObjects } from '../../files/object-leases.ts'
import { readClasses } from '../../imports/writing/export-people.ts'
import { archiveOf, writePeople } from './archive.ts'

const QUEUE = 'unit-export'

/** Sends the job that writes an export. */
export const sendExport = (jobs: JobQueue, tx: Tx, unitId: string, exportId: string) =>
  jobs.send(tx, QUEUE, [{ unitId, exportId }])

/** Registers the job that writes exports, and the one that removes them when their days are over. */
export function handleExports(database: Database, jobs: JobQueue, bytes: ByteStore): void {
  jobs.handle({
    name: QUEUE,
    lane: 'long',
    data: z.object({ unitId: z.string(), exportId: z.string() }),
    seconds: LONGEST_RUN,
    retry: { after: 10, times: 5 },
    atOnce: 1,
    run: (of, signal) => writeExport(database, bytes, of, signal),
    onDead: ({ unitId, exportId }, code) =>
      database.inUnit({ unitId, userId: null }, async (tx) => {
        await tx.execute(sql`
          update unit_export set state = 'failed', code = ${code}, finished_at = now()
          where export_id = ${exportId}::uuid and state in ('waiting', 'writing')`)
      }),
  })
  jobs.schedule({
    name: 'exports of units',
    everyHours: 1,
    run: (signal) => removeOldExports(database, bytes, signal),
  })
}

/**
 * Writes an export as one ZIP into the store, piece by piece: rows in short transactions of the unit's own scope, contents of files as they are read. A run that
 * was interrupted begins again. Throws JobRefused when the export is not wanted any more.
 */
export async function writeExport(
  database: Database,
  bytes: ByteStore,
  { unitId, exportId }: { readonly unitId: string; readonly exportId: string },
  signal: AbortSignal,
): Promise<void> {
  const scope: Scope = { unitId, userId: null }
  const withFiles = await begin(database, scope, exportId)
  const reach = progressOf(database, scope, exportId)
  const ref = { unitId, uploadId: randomUUID() }
  const path = join(tmpdir(), `portal-export-${ref.uploadId}`)
  try {
    const classes = await database.inUnit(scope, readClasses, 'export')
    const people = await writePeople(database, scope, path)
    const output = streamZip(archiveOf({ database, bytes, scope, signal, reach, withFiles, classes, people, path }))
    const size = await bytes.writeWhole(ref, async (take) => {
      for await (const piece of output) {
        signal.throwIfAborted()
        await take(z.parse(z.instanceof(Uint8Array), piece))
      }
    })
    const upload = { ...ref, size }
    const { sha256 } = await bytes.digestUpload(upload)
    const call = {
      inUnit: <T>(work: Parameters<typeof database.inUnit<T>>[1]) => database.inUnit(scope, work),
      onceInUnit: (statement: Parameters<typeof database.onceInUnit>[1]) => database.onceInUnit(scope, statement),
    }
    await writeObjects(call, [sha256], {
      write: () => bytes.keepObject(upload, sha256),
      async record(tx) {
        await tx.execute(sql`
          update unit_export set state = 'done', progress = 100, size = ${size}, sha256 = ${sha256}, finished_at = now(),
            expires_at = now() + make_interval(days => ${EXPORT_DAYS})
          where export_id = ${exportId}::uuid and state = 'writing'`)
      },
    })
  } finally {
    await rm(path, { force: true })
    await bytes.discardUpload(ref)
  }
}

/** Returns whether the contents of files are wanted. Throws JobRefused when the export is not wanted any more. */
async function begin(database: Database, scope: Scope, exportId: string): Promise<boolean> {
  const [withFiles] = await database.inUnit(
    scope,
    (tx) => queryValues(tx, z.boolean())`
      update unit_export set state = 'writing', progress = 0 where export_id = ${exportId}::uuid and state in ('waiting', 'writing')
      returning with_files`,
  )
  if (withFiles === undefined) throw new JobRefused('the export is not wanted any more')
  return withFiles
}

/** Returns what writes the progress into the row of the export, once for each percent. */
function progressOf(database: Database, scope: Scope, exportId: string): (percent: number) => Promise<void> {
  let shown = 0
  return async (percent) => {
    const whole = Math.min(99, Math.floor(percent))
    if (whole <= shown) return
    shown = whole
    await database.onceInUnit(
      scope,
      sql`update unit_export set progress = ${whole} where export_id = ${exportId}::uuid and state = 'writing'`,
    )
  }
}

/** Removes the bytes of exports whose days are over. Returns how many. */
export async function removeOldExports(database: Database, bytes: ByteStore, signal?: AbortSignal): Promise<number> {
  const isOld = sql`state = 'done' and expires_at <= now()`
  const find = (tx: Tx, most: number) =>
    queryRows(tx, objectRow)`select distinct unit_id as "unitId", sha256 from unit_export where ${isOld} limit ${most}`
  // What a crash leaves of the bytes, the cleanup of files finds.
  const forget = async (tx: Tx, names: readonly ObjectName[]) => {
    await tx.execute(sql`
      update unit_export set state = 'removed', sha256 = null where ${isOld} and (unit_id, sha256) in ${rowsOf(names)}`)
    return withoutRow(tx, names)
  }
  return removeFound(database, bytes, { find, forget }, signal)
}
