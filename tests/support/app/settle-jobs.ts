import { sql } from 'drizzle-orm'
import type { Database } from '../../../server/db/database.ts'
import { until } from '../until.ts'

/** Waits until no task is due or running: those that failed wait for their next attempt, and those of a later hour for that. */
export async function settleJobs(database: Database): Promise<void> {
  await until(async () => (await countDue(database)) === 0, { what: 'the end of all jobs' })
}

async function countDue(database: Database): Promise<number> {
  const { rows } = await database.asOwner((tx) =>
    tx.execute(sql`
      select count(*) as due from portal_jobs.job
      where name <> 'scheduled' and (state = 'active' or state < 'active' and (start_after <= clock_timestamp() or output is null and start_after < clock_timestamp() + interval '1 minute'))`),
  )
  return Number(rows[0]?.['due'])
}

/** Lets the waiting attempts of all tasks be due now. */
export async function hastenJobs(database: Database): Promise<void> {
  await database.asOwner((tx) =>
    tx.execute(sql`
      with due as (update portal_jobs.job set start_after = now() where name <> 'scheduled' and state < 'active' returning name)
      select pg_notify('portal_jobs', name) from due group by name`),
  )
}
