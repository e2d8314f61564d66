import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import { type PersonalJob, personalJob } from '../../../../contract/endpoints/people/personal-jobs.ts'
import type { PersonKey } from '../../../../contract/endpoints/people/people.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { type Database, isRowId, lockUntilEnd, type Tx } from '../../../db/database.ts'
import { queryAny, queryRows, queryValue } from '../../../db/query.ts'
import { asPersonalDataRole } from '../../../db/personal-data-role.ts'
import { personalJob as personalJobTable } from '../../../db/tables.generated.ts'
import { type AdminTarget, recordJob } from '../../../http/admin-events.ts'
import { cleanUp } from '../../../jobs/clean-up.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { LONGEST_RUN } from '../../../jobs/task.ts'
import { targetOf } from '../list/list-people.ts'
import type { Erased, Merged } from './personal-rules.ts'
import { type Cursor, eraseSteps, mergeSteps, type Step } from './personal-steps.ts'

/** Rows of one transaction. Work that is not expected to be more is done within the call. */
const BATCH = 500
/** Minutes for which a job that is done is listed, and days for which its row is kept. */
const SHOWN_MINUTES = 60
const KEPT_DAYS = 7

const QUEUE = 'personal-data'

type Plan = { readonly kind: 'erase'; readonly of: Erased } | { readonly kind: 'merge'; readonly of: Merged }

interface JobRequest {
  readonly unitId: string
  readonly requestedBy: string
  /** Whom the page names: of a merge the entry that goes. */
  readonly person: PersonKey
  /** The entry that stays, of a merge. */
  readonly keepId: string | null
  readonly plan: Plan
  /** For the trail. */
  readonly counts: Readonly<Record<string, unknown>>
}

/** Throws 'people.in_job' when one of these pupils or accounts is being erased or merged; who passes is alone with them until the transaction ends. */
export async function requireNoJob(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockUntilEnd(tx, `person:${id}`)
  const known = sql`${sql.param(ids.filter(isRowId))}::uuid[]`
  const isIn = await queryAny(tx)`
    select from personal_job where state <> 'done' and (gone && ${known} or keep_id = any (${known})) limit 1`
  if (isIn) throw new PortalError('people.in_job')
}

/** Erases or merges in the call where there is little to do; else sends the job and returns its identifier. A merge's head has been done. */
export async function beginJob(tx: Tx, jobs: JobQueue, request: JobRequest): Promise<string | null> {
  const { unitId, requestedBy, person, keepId, plan, counts } = request
  const jobId = await asPersonalDataRole(tx, async () => {
    const expected = await sumOf(tx, stepsOf(plan))
    const id = await queryValue(tx, z.string())`
      insert into personal_job (unit_id, kind, person_kind, person_id, gone, keep_id, plan, expected, counts, requested_by)
      values (${unitId}, ${plan.kind}, ${person.kind}, ${person.id}, ${sql.param(goneIn(plan))}::uuid[], ${keepId}, ${JSON.stringify(plan.of)}::jsonb, ${expected},
        ${JSON.stringify(counts)}::jsonb, ${requestedBy})
      returning job_id as id`
    if (expected > BATCH) return id
    while (!(await advance(tx, id)));
    return null
  })
  if (jobId !== null) await jobs.send(tx, QUEUE, [{ unitId, jobId }])
  return jobId
}

const stepsOf = ({ kind, of }: Plan): Step[] => (kind === 'erase' ? eraseSteps(of) : mergeSteps(of).tail)

const goneIn = ({ kind, of }: Plan): string[] => {
  const ids = kind === 'erase' ? [of.pupil, ...of.users] : [of.pupil?.[0], of.user?.[0]]
  return ids.filter((id) => typeof id === 'string')
}

/** How many rows there are to handle. */
function sumOf(tx: Tx, steps: readonly Step[]): Promise<number> {
  const expected = steps.map(({ expects }) => expects)
  return queryValue(tx, z.number())`select (${sql.join(expected, sql` + `)})::bigint as rows`
}

const stored = z.object({
  kind: z.literal(['erase', 'merge']),
  state: z.string(),
  personKind: z.literal(['pupil', 'account']),
  personId: z.nullable(z.string()),
  keepId: z.nullable(z.string()),
  // Written by `beginJob`.
  plan: z.any(),
  step: z.number(),
  place: z.nullable(z.record(z.string(), z.unknown())),
  counts: z.record(z.string(), z.unknown()),
  requestedBy: z.nullable(z.string()),
})

type StoredJob = z.infer<typeof stored>

async function lockJob(tx: Tx, jobId: string) {
  const [job] = await queryRows(tx, stored)`
    select kind, state, person_kind as "personKind", person_id as "personId", keep_id as "keepId", plan, step, place, counts, requested_by as "requestedBy"
    from personal_job where unit_id = portal_unit_id() and job_id = ${jobId}::uuid for update`
  return job
}

/** Handles the next rows of a job. Returns whether nothing is left to do. */
async function advance(tx: Tx, jobId: string): Promise<boolean> {
  const job = await lockJob(tx, jobId)
  if (job?.state !== 'running') return true
  const plan: Plan = { kind: job.kind, of: job.plan }
  const steps = stepsOf(plan)
  let { step, place }: { step: number; place: Cursor } = job
  let left = BATCH
  for (let next = steps[step]; next && left > 0; next = steps[step]) {
    const { rows, more, cursor } = await next.run(tx, left, place)
    left -= rows
    place = more ? cursor : null
    if (!more) step += 1
  }
  await tx.execute(sql`
    update personal_job set step = ${step}, place = ${place && JSON.stringify(place)}::jsonb, handled = handled + ${BATCH - left} where job_id = ${jobId}::uuid`)
  return step >= steps.length && left > 0 && finish(tx, jobId, plan)
}

/** Deletes who goes, unless something of theirs came meanwhile. Returns whether they are gone. */
async function finish(tx: Tx, jobId: string, plan: Plan): Promise<boolean> {
  const ids = sql`${sql.param(goneIn(plan))}::uuid[]`
  await tx.execute(
    sql`select from user_account where unit_id = portal_unit_id() and user_id = any (${ids}) order by user_id for update`,
  )
  await tx.execute(sql`select from student where unit_id = portal_unit_id() and student_id = any (${ids}) for update`)
  const steps = plan.kind === 'erase' ? eraseSteps(plan.of) : Object.values(mergeSteps(plan.of)).flat()
  let found = 0
  for (const { run, again } of steps) if (again) found += (await run(tx, BATCH, null)).rows
  if (found > 0) return false
  await tx.execute(sql`delete from student where unit_id = portal_unit_id() and student_id = any (${ids})`)
  await tx.execute(sql`delete from user_account where unit_id = portal_unit_id() and user_id = any (${ids})`)
  await tx.execute(sql`
    update personal_job set state = 'done', person_id = null, gone = '{}', plan = null, place = null, ended_at = now() where job_id = ${jobId}::uuid`)
  return true
}

/** Registers the job that goes on with what the call has begun. What was begun by somebody with the right is finished, also after the right was withdrawn: half an erasure would be worse than none. */
export function handlePersonalJobs(database: Database, jobs: JobQueue): void {
  const isOld = sql`state = 'done' and ended_at < now() - make_interval(days => ${KEPT_DAYS})`
  jobs.handle({
    name: QUEUE,
    lane: 'long',
    data: z.object({ unitId: z.string(), jobId: z.string() }),
    seconds: LONGEST_RUN,
    retry: { after: 5, times: 5 },
    atOnce: 2,
    share: { atOnce: 1, keyOf: ({ unitId }) => unitId },
    async run({ unitId, jobId }, signal) {
      // Sent again by the operator.
      await database.inUnit({ unitId, userId: null }, (tx) => reopen(tx, jobId))
      for (let isDone = false; !isDone;) {
        signal.throwIfAborted()
        isDone = await database.inUnit({ unitId, userId: null }, (tx) => goOn(tx, unitId, jobId), 'export')
      }
    },
    onDead: ({ unitId, jobId }, code) =>
      database.inUnit({ unitId, userId: null }, async (tx) => {
        const job = await lockJob(tx, jobId)
        if (job?.state !== 'running') return
        const shown = isErrorCode(code) ? code : 'server.internal'
        await tx.execute(
          sql`update personal_job set state = 'failed', code = ${shown}, ended_at = now() where job_id = ${jobId}::uuid`,
        )
        await tell(tx, unitId, job, { stage: 'failed', code: shown })
      }),
  })
  jobs.schedule({
    name: 'erased and merged people',
    everyHours: 12,
    run: (signal) => cleanUp(database, [{ from: personalJobTable, where: isOld }], signal),
  })
}

async function goOn(tx: Tx, unitId: string, jobId: string): Promise<boolean> {
  const before = await lockJob(tx, jobId)
  const isDone = await asPersonalDataRole(tx, () => advance(tx, jobId))
  if (isDone && before?.state === 'running') await tell(tx, unitId, before, { stage: 'done', ...before.counts })
  return isDone
}

/** Records the end of a job in the trail of the person who was erased, or of the one who stays. */
function tell(tx: Tx, unitId: string, job: StoredJob, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const of = { unitId, actorId: job.requestedBy, action: `people.${job.kind}` }
  return recordJob(tx, of, { target: targetIn(job), changes })
}

const targetIn = ({ personKind: kind, personId, keepId }: StoredJob) => targetOf({ kind, id: keepId ?? personId ?? '' })

/** Jobs that run, have failed, or were done a short while ago, the latest first. */
export async function listPersonalJobs(tx: Tx): Promise<PersonalJob[]> {
  return queryRows(tx, personalJob)`
    select j.job_id as "jobId", j.kind, j.state, j.person_kind as "personKind", j.person_id as "personId", j.keep_id as "keepId", j.code,
      case when j.state = 'done' then 100 else least(99, 100 * j.handled / greatest(j.expected, 1)) end::int as progress,
      coalesce(s.real_name, a.real_name) as "realName", coalesce(s.english_name, a.english_name) as "englishName"
    from personal_job j left join student s on s.student_id = j.person_id left join user_account a on a.user_id = j.person_id
    where j.state <> 'done' or j.ended_at > now() - make_interval(mins => ${SHOWN_MINUTES}) order by j.requested_at desc`
}

async function reopen(tx: Tx, jobId: string): Promise<void> {
  await tx.execute(sql`
    update personal_job set state = 'running', code = null, ended_at = null where job_id = ${jobId}::uuid and state = 'failed'`)
}

/** Sends a failed job again, which goes on where it was. Throws 'units.job_gone' when it has not failed. */
export async function retryPersonalJob(tx: Tx, jobs: JobQueue, unitId: string, jobId: string): Promise<AdminTarget> {
  const job = isRowId(jobId) ? await lockJob(tx, jobId) : undefined
  if (job?.state !== 'failed') throw new PortalError('units.job_gone')
  await reopen(tx, jobId)
  await jobs.send(tx, QUEUE, [{ unitId, jobId }])
  return targetIn(job)
}
