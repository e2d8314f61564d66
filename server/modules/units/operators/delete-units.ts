import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Database } from '../../../db/database.ts'
import { queryAny, queryRows, queryValues } from '../../../db/query.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import type { Log } from '../../../runtime/logger.ts'
import { sendAreaBranding } from '../../branding/area-branding.ts'

const unitRow = z.object({ unitId: z.string() })

/** Deletes the units whose waiting time is over: their rows in one transaction, then their bytes. Returns how many. */
export async function deleteDueUnits(
  database: Database,
  bytes: ByteStore | undefined,
  log: Log,
  { signal, jobs }: { signal?: AbortSignal; jobs?: JobQueue } = {},
): Promise<number> {
  const units = await database.asOwner(
    (tx) => queryValues(tx, z.string())`select unit_id from unit where delete_after <= now() order by delete_after`,
  )
  let deleted = 0
  for (const unitId of units) {
    signal?.throwIfAborted()
    const isGone = await database.asOwner(async (tx) => {
      // An operator may have cancelled the deletion meanwhile.
      if (!(await queryAny(tx)`select from unit where unit_id = ${unitId} and delete_after <= now() for update`))
        return false
      const schools = await queryRows(tx, unitRow)`select unit_id as "unitId" from unit where area_id = ${unitId}::uuid`
      await tx.execute(sql`select portal_delete_unit(${unitId}::uuid)`)
      // The schools of an office get their own branding back.
      if (jobs) await sendAreaBranding(jobs, tx, schools)
      return true
    })
    if (!isGone) continue
    deleted += 1
    log.info({ unitId }, 'a unit was deleted')
  }
  if (bytes && units.length > 0) await removeBytes(bytes, new Set(units), database, signal)
  return deleted
}

/** Removes the bytes of deleted units. The cleanup of files removes what a crash leaves. */
async function removeBytes(
  bytes: ByteStore,
  unitIds: ReadonlySet<string>,
  database: Database,
  signal?: AbortSignal,
): Promise<void> {
  const there = new Set(await database.asOwner((tx) => queryValues(tx, z.string())`select unit_id from unit`))
  const isGone = (unitId: string) => unitIds.has(unitId) && !there.has(unitId)
  for await (const { changedAt: _, ...upload } of bytes.listUploads()) {
    signal?.throwIfAborted()
    if (isGone(upload.unitId)) await bytes.discardUpload(upload)
  }
  for await (const { changedAt: _, ...name } of bytes.listObjects()) {
    signal?.throwIfAborted()
    if (isGone(name.unitId)) await bytes.removeObject(name)
  }
}
