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
      select count(*) as due from portal_queue.jobs q join portal_queue._private_jobs j using (id)
      where q.task_identifier not like 'scheduled %' and (q.locked_at is not null
        or q.run_at <= clock_timestamp() or j.payload ->> 'tries' = '0' and q.run_at < clock_timestamp() + interval '1 minute')`),
  )
  return Number(rows[0]?.['due'])
}

/** Lets the waiting attempts of all tasks, or the next intervals of what is due so often, be due now. */
export async function hastenJobs(database: Database, scheduled?: string): Promise<void> {
  await database.asOwner((tx) =>
    tx.execute(sql`
      with due as (
        select from portal_queue.reschedule_jobs(array(
          select id from portal_queue.jobs
          where locked_at is null and ${scheduled === undefined ? sql`task_identifier not like 'scheduled %'` : sql`task_identifier = ${`scheduled ${scheduled}`}`}), now()))
      select pg_notify('jobs:insert', '{"count": 100}') from due limit 1`),
  )
}

/** Jobs of a task, as the queue shows them. */
export async function readJobs(
  database: Database,
  task: string,
): Promise<{ running: boolean; tries: number; wait: number }[]> {
  const { rows } = await database.asOwner((tx) =>
    tx.execute<{ running: boolean; tries: number; wait: number }>(sql`
      select q.locked_at is not null as running, (j.payload ->> 'tries')::integer as tries, extract(epoch from q.run_at - now())::float8 as wait
      from portal_queue.jobs q join portal_queue._private_jobs j using (id) where q.task_identifier = ${task} order by q.id`),
  )
  return rows
}

/** Lets an hour pass in which no process was heard of. */
export async function forgetProcesses(database: Database): Promise<void> {
  await database.asOwner(async (tx) => {
    await tx.execute(sql`update portal_jobs.process set seen_at = now() - interval '1 hour'`)
    await tx.execute(
      sql`update portal_queue._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`,
    )
  })
}
