import * as z from 'zod/mini'
import { partsFrom } from '../../../contract/rules/appearance/shared-branding.ts'
import type { Database, Tx } from '../../db/database.ts'
import { queryRows, queryValues } from '../../db/query.ts'
import { adminEvent, brandingState } from '../../db/tables.generated.ts'
import { describeChanges } from '../../http/admin-events.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { changeOf, keepPublished, readArea, readPublished, showBranding } from './shown-branding.ts'

// The job that brings what an education office shares to its schools.

const QUEUE = 'area-branding'

const schoolRow = z.object({ unitId: z.string() })

type School = z.infer<typeof schoolRow>

/** The schools of the transaction's unit. */
export const listSchools = (tx: Tx) => queryRows(tx, schoolRow)`select portal_area_school_ids() as "unitId"`

/** Sends the job that shows schools what their office shares now, or that they have no office any more. */
export const sendAreaBranding = (jobs: JobQueue, tx: Tx, schools: readonly School[]) =>
  jobs.send(
    tx,
    QUEUE,
    schools.map(({ unitId }) => ({ unitId })),
  )

/** As `sendAreaBranding`, for all schools of the transaction's unit. */
export async function shareBranding(jobs: JobQueue, tx: Tx): Promise<void> {
  await sendAreaBranding(jobs, tx, await listSchools(tx))
}

/** Registers the job that `sendAreaBranding` sends. */
export function handleAreaBranding(database: Database, jobs: JobQueue): void {
  jobs.handle({
    name: QUEUE,
    lane: 'due',
    data: schoolRow,
    seconds: 60,
    retry: { after: 5, times: 12 },
    atOnce: 2,
    run: ({ unitId }) => database.inUnit({ unitId, userId: null }, (tx) => bringAreaBranding(tx, unitId)),
  })
}

/** Shows a school what its office shares now, and writes to its trail what that changes. */
async function bringAreaBranding(tx: Tx, unitId: string): Promise<void> {
  const { published, shown: before } = await readPublished(tx)
  const [state] = await tx.select({ own: brandingState.own }).from(brandingState)
  if (partsFrom(await readArea(tx), published.taken).length === 0 && (state?.own ?? null) === null) return
  // What a command wrote before can be restored too.
  await keepPublished(tx, unitId, published)
  const change = changeOf(before, await showBranding(tx, unitId, published))
  if (Object.keys(change.after).length === 0) return
  const [office = null] = await queryValues(tx, z.string())`select name from portal_own_area()`
  const event = { kind: 'area', action: 'branding.fromArea', address: '', userAgent: '' } as const
  await tx.insert(adminEvent).values({ unitId, ...event, changes: describeChanges({ office, ...change }) })
}
