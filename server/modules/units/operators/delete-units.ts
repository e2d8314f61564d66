import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ByteStore } from '../../../blobs/byte-store.ts'
import type { Database } from '../../../db/database.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import type { Log } from '../../../runtime/logger.ts'
import { sendAreaBranding } from '../../branding/branding.ts'

const due = z.array(z.object({ unitId: z.string() }))

/** Deletes the units whose waiting time is over: their rows in one transaction, then their bytes. Returns how many. */
export async function deleteDueUnits(
  database: Database,
  bytes: ByteStore | undefined,
  log: Log,
  { signal, jobs }: { signal?: AbortSignal; jobs?: JobQueue } = {},
): Promise<number> {
  const { rows } = await database.asOwner((tx) =>
    tx.execute(sql`select unit_id as "unitId" from unit where delete_after <= now() order by delete_after`),
  )
  const units = z.parse(due, rows)
  let deleted = 0
  for (const { unitId } of units) {
    signal?.throwIfAborted()
    const isGone = await database.asOwner(async (tx) => {
      // The operator may have stopped it meanwhile.
      const { rows: still } = await tx.execute(
        sql`select from unit where unit_id = ${unitId}::uuid and delete_after <= now() for update`,
      )
      if (still.length === 0) return false
      const { rows: schools } = await tx.execute(
        sql`select unit_id as "unitId" from unit where area_id = ${unitId}::uuid`,
      )
      await tx.execute(sql`select portal_delete_unit(${unitId}::uuid)`)
      // The schools of an office get their own branding back.
      if (jobs)
        await sendAreaBranding(
          jobs,
          tx,
          z.parse(due, schools).map((school) => school.unitId),
        )
      return true
    })
    if (!isGone) continue
    deleted += 1
    log.info({ unitId }, 'a unit was deleted')
  }
  if (bytes && units.length > 0) await removeBytes(bytes, new Set(units.map(({ unitId }) => unitId)), database, signal)
  return deleted
}

/** Bytes of what was not removed before a crash go with the next clean-up of files. */
async function removeBytes(
  bytes: ByteStore,
  unitIds: ReadonlySet<string>,
  database: Database,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await database.asOwner((tx) => tx.execute(sql`select unit_id as "unitId" from unit`))
  const there = new Set(z.parse(due, rows).map(({ unitId }) => unitId))
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
