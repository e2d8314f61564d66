import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { EXPORT_DAYS } from '../../../../contract/endpoints/units/units.ts'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Database, Scope, Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { JobRefused, type JobQueue } from '../../../jobs/job-queue.ts'
import { streamZip } from '../../../runtime/zip.ts'
import { removeObject, writeObjects } from '../../files/object-leases.ts'
import { readClasses } from '../../imports/writing/export-people.ts'
import { archiveOf, writePeople } from './archive.ts'

const QUEUE = 'unit-export'

/** Sends the job that writes it. */
export const sendExport = (jobs: JobQueue, tx: Tx, unitId: string, exportId: string) =>
  jobs.send(tx, QUEUE, [{ unitId, exportId }])

/** Registers the job that writes exports, and the one that removes them when their days are over. */
export function handleExports(database: Database, jobs: JobQueue, bytes: ByteStore): void {
  jobs.handle({
    name: QUEUE,
    data: z.object({ unitId: z.string(), exportId: z.string() }),
    seconds: 12 * 3600,
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

const begunRow = z.object({ withFiles: z.boolean() })

/** Returns whether the contents of files are wanted. Throws JobRefused when the export is not wanted any more. */
async function begin(database: Database, scope: Scope, exportId: string): Promise<boolean> {
  const [begun] = await database.inUnit(
    scope,
    (tx) => queryRows(tx, begunRow)`
      update unit_export set state = 'writing', progress = 0 where export_id = ${exportId}::uuid and state in ('waiting', 'writing')
      returning with_files as "withFiles"`,
  )
  if (!begun) throw new JobRefused('the export is not wanted any more')
  return begun.withFiles
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

const expiredRow = z.object({ unitId: z.string(), exportId: z.string(), sha256: z.string() })

/** Removes the bytes of exports whose days are over. Returns how many. */
export async function removeOldExports(database: Database, bytes: ByteStore, signal?: AbortSignal): Promise<number> {
  const found = await database.asOwner(
    (tx) => queryRows(tx, expiredRow)`
      select unit_id as "unitId", export_id as "exportId", sha256 from unit_export where state = 'done' and expires_at <= now()`,
  )
  for (const { unitId, exportId, sha256 } of found) {
    signal?.throwIfAborted()
    // The cleanup of files removes what a crash between the two leaves in the store.
    await removeObject(
      (work) => database.asOwner(work),
      bytes,
      { unitId, sha256 },
      async (tx) => {
        await tx.execute(
          sql`update unit_export set state = 'removed', sha256 = null where export_id = ${exportId}::uuid`,
        )
        const { rowCount } = await tx.execute(sql`
          select from storage_object o where o.unit_id = ${unitId}::uuid and o.sha256 = ${sha256}
          union all select from unit_export e where e.unit_id = ${unitId}::uuid and e.sha256 = ${sha256}`)
        return rowCount === 0
      },
    )
  }
  return found.length
}
