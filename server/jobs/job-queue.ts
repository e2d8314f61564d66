import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import { type Database, runText, type Tx } from '../db/database.ts'
import type { Listening } from '../db/listen.ts'
import { errorCode } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'

/** What one of all processes runs once in each interval. */
export interface ScheduledJob {
  readonly name: string
  /** At most 12. Intervals begin at multiples of it since midnight, UTC; the first start within one runs the job at once. */
  readonly everyHours: number
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** What is run once for each time that it was sent. Its name is that of a queue in `db/schema/jobs.sql`. */
export interface Task<T> {
  readonly name:
    | 'mail'
    | 'password-reset'
    | 'import'
    | 'import-undo'
    | 'scheduled-import'
    | 'publication'
    | 'unit-export'
    | 'area-branding'
    | 'personal-data'
  readonly data: z.ZodMiniType<T>
  /** Seconds of one run, after which its signal aborts. */
  readonly seconds: number
  /** Seconds before the second attempt, doubled for each later one up to an hour, and the number of attempts after the first. */
  readonly retry: { readonly after: number; readonly times: number }
  /** Runs at once in this process, and those of them that share a key. */
  readonly atOnce: number
  readonly share?: { readonly atOnce: number; readonly keyOf: (data: T) => string }
  /** Throws JobRefused when another attempt is of no use, and JobPostponed when it is not its turn. */
  readonly run: (data: T, signal: AbortSignal) => Promise<void>
  /** Called once no attempt is left. */
  readonly onDead?: (data: T, code: string) => Promise<void>
}

/** What a job is about: never a secret that is not sealed. */
type JobData = { readonly unitId: string } & Readonly<Record<string, string | number>>

/** Another attempt would fail as well. */
export class JobRefused extends Error {}

/** Tried again after so many seconds, as if it had not been tried. */
export class JobPostponed extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`postponed by ${seconds} s`)
    this.seconds = seconds
  }
}

export type JobQueue = ReturnType<typeof createJobQueue>

declare module 'fastify' {
  interface FastifyInstance {
    readonly jobs: JobQueue
  }
}

export interface JobQueueOptions {
  /** Whether this process runs what is due at intervals. */
  readonly scheduled: boolean
  /** Milliseconds between two looks for jobs whose time has come; those that are sent are noticed at once. */
  readonly poll: number
  /** Milliseconds between two looks for what is due at intervals and for jobs of processes that died. */
  readonly supervise: number
  /** Milliseconds that running jobs get when the process closes, before they are aborted. */
  readonly closeGrace: number
}

export const JOB_QUEUE_OPTIONS: JobQueueOptions = {
  scheduled: false,
  poll: 10_000,
  supervise: 60_000,
  closeGrace: 10_000,
}

const SCHEMA = 'portal_jobs'
const CHANNEL = 'portal_jobs'
const DEAD = 'dead-letters'
const SCHEDULED = 'scheduled'
const HOUR = 3600
const SCHEDULED_RETRY = { after: 60, times: 3 }
/** Seconds after which another process may take a job whose process has not been heard of; one that runs it says so with each look for jobs. */
const LEASE = 60
/** Seconds in which an aborted run has to end. */
const MARGIN = 60
/** Milliseconds that an aborted run gets when the process closes. */
const ABORT_WAIT = 2000
/** Seconds for which a job waits whose key has its share of runs, and one that this process does not know. */
const SHARE_WAIT = 1
const UNKNOWN_WAIT = 60
/** Seconds between two attempts at most. */
const LONGEST_WAIT = HOUR

type Job = PgBoss.JobWithMetadata<unknown>
type Runnable = Pick<Task<unknown>, 'seconds' | 'run'>

interface SentTask extends Pick<Task<unknown>, 'retry'> {
  readonly bury: (data: unknown, code: string) => Promise<void>
}

/** Jobs of one queue in this process. */
interface Lane {
  readonly queue: string
  readonly atOnce: number
  readonly running: Map<string, Promise<void>>
  /** Of each job that runs. */
  readonly keys: Map<string, string>
  readonly find: (
    job: Job,
  ) => { readonly runnable: Runnable; readonly key?: string; readonly keyAtOnce?: number } | undefined
  taking: Promise<void> | undefined
  /** There may be more than the present look found. */
  takeAgain: boolean
}

const about = z.object({ job: z.optional(z.string()), unitId: z.optional(z.string()) })
const failure = z.object({ code: z.string() })

/**
 * Jobs in the database: each is run by one of all processes, again after a failure or a crash, until none of its attempts is left. Needs a start; before it
 * jobs can be sent. Without a database nothing runs, and nothing fails.
 */
export function createJobQueue(database: Database, log: Log, options: Partial<JobQueueOptions> = {}) {
  const { scheduled, poll, supervise, closeGrace } = { ...JOB_QUEUE_OPTIONS, ...options }
  const scheduledJobs = new Map<string, ScheduledJob>()
  const tasks = new Map<string, SentTask>()
  const lanes = new Map<string, Lane>()
  const timers: NodeJS.Timeout[] = []
  const aborted = new AbortController()
  const stopping = new AbortController()
  let listening: Listening | undefined
  let supervising: Promise<void> | undefined

  // Only its statements are used: its own pool, timers and workers would not share this process's connections.
  const boss = new PgBoss({
    schema: SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: 24 * HOUR,
    archiveFailedAfterSeconds: 14 * 24 * HOUR,
    deleteAfterHours: 1,
    db: {
      executeSql: (text, values) =>
        database
          .asOwner((tx) => runText(tx, withoutBegin(text), values), 'interactive')
          .catch((error: unknown) => {
            // Not all of the library's callers hear of it.
            if (!isAway(error)) log.warn({ err: error }, 'a statement of the queue of jobs failed')
            throw error
          }),
    },
  })

  function addLane(lane: Pick<Lane, 'queue' | 'atOnce' | 'find'>): void {
    lanes.set(lane.queue, { ...lane, running: new Map(), keys: new Map(), taking: undefined, takeAgain: false })
  }

  addLane({
    queue: SCHEDULED,
    // The owner's other connection serves the queues.
    atOnce: 1,
    find(job) {
      const known = scheduledJobs.get(about.safeParse(job.data).data?.job ?? '')
      if (!known) return undefined
      const { everyHours, run } = known
      return {
        runnable: {
          seconds: everyHours * HOUR - MARGIN,
          run: async (_, signal) => logged(known.name, await run(signal)),
        },
      }
    },
  })
  addLane({ queue: DEAD, atOnce: 1, find: (job) => ({ runnable: { seconds: MARGIN, run: () => bury(job) } }) })

  function logged(job: string, result: unknown): void {
    log.debug({ job, result }, 'a job is done')
  }

  /** Announces a job that no attempt is left of. */
  async function bury(job: Job): Promise<void> {
    const { job: name = '', unitId } = about.parse(job.data)
    const code = failure.safeParse(job.output).data?.code ?? 'job.interrupted'
    await tasks.get(name)?.bury(job.data, code)
    log.warn({ job: name, unitId, code }, 'a job failed for good')
  }

  /** Takes jobs until none is due or enough run. */
  function take(lane: Lane): void {
    lane.takeAgain = true
    lane.taking ??= takeDue(lane)
      .catch((error: unknown) => log.debug({ queue: lane.queue, err: error }, 'jobs could not be taken'))
      .finally(() => (lane.taking = undefined))
  }

  async function takeDue(lane: Lane): Promise<void> {
    while (lane.takeAgain) {
      lane.takeAgain = false
      while (!stopping.signal.aborted && lane.running.size < lane.atOnce) {
        const batchSize = lane.atOnce - lane.running.size
        const jobs = await boss.fetch<unknown>(lane.queue, { batchSize, includeMetadata: true })
        if (jobs.length === 0) break
        await begin(lane, jobs)
      }
    }
  }

  async function begin(lane: Lane, jobs: readonly Job[]): Promise<void> {
    const unknown: Job[] = []
    const over: Job[] = []
    for (const job of jobs) {
      const found = lane.find(job)
      const { key, keyAtOnce = Infinity } = found ?? {}
      const sharing = key === undefined ? 0 : [...lane.keys.values()].filter((other) => other === key).length
      if (!found) unknown.push(job)
      else if (stopping.signal.aborted || sharing >= keyAtOnce) over.push(job)
      else {
        if (key !== undefined) lane.keys.set(job.id, key)
        const done = execute(lane, job, found.runnable).finally(() => {
          lane.running.delete(job.id)
          lane.keys.delete(job.id)
          if (!stopping.signal.aborted) take(lane)
        })
        lane.running.set(job.id, done)
      }
    }
    // Of a version of the portal that runs beside this one.
    await postpone(lane, unknown, UNKNOWN_WAIT)
    await postpone(lane, over, stopping.signal.aborted ? 0 : SHARE_WAIT)
    if (over.length > 0) setTimeout(() => wake(lane.queue), SHARE_WAIT * 1000).unref()
  }

  async function execute(lane: Lane, job: Job, { run, seconds }: Runnable): Promise<void> {
    const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(seconds * 1000)])
    try {
      await run(job.data, signal)
      // A scheduled job's row says that its interval has had its run.
      const { id } = job
      await whileUnavailable(() =>
        lane.queue === SCHEDULED ? boss.complete(lane.queue, id) : boss.deleteJob(lane.queue, id),
      )
    } catch (error) {
      // What could not be written down here comes back once the job's time is up.
      await settle(lane, job, error).catch((cause: unknown) =>
        log.warn({ job: lane.queue, err: cause }, 'a job could not be put back'),
      )
    }
  }

  async function settle(lane: Lane, job: Job, error: unknown): Promise<void> {
    if (error instanceof JobPostponed) return postpone(lane, [job], error.seconds)
    if (aborted.signal.aborted) return postpone(lane, [job], 0)
    if (lane.queue === DEAD) {
      log.warn({ job: DEAD, ...describe(error) }, 'a job failed')
      return postpone(lane, [job], MARGIN)
    }
    const { job: name = lane.queue, unitId } = about.safeParse(job.data).data ?? {}
    const attemptsLeft = error instanceof JobRefused ? 0 : Math.max(0, job.retryLimit - job.retryCount)
    log.warn({ job: name, unitId, attemptsLeft, ...describe(error) }, 'a job failed')
    await whileUnavailable(() =>
      database.asOwner(async (tx) => {
        if (attemptsLeft === 0)
          await tx.execute(
            sql`update portal_jobs.job set retry_limit = retry_count where name = ${lane.queue} and id = ${job.id}`,
          )
        await boss.fail(
          lane.queue,
          job.id,
          { code: codeOf(error) },
          { db: { executeSql: (text, values) => runText(tx, text, values) } },
        )
        await tx.execute(sql`
        update portal_jobs.job set start_after = least(start_after, now() + make_interval(secs => ${LONGEST_WAIT}))
        where name = ${lane.queue} and id = ${job.id} and state = 'retry'`)
      }, 'interactive'),
    )
    if (attemptsLeft === 0) wake(DEAD)
  }

  /** Gives jobs back as if they had not been taken. */
  async function postpone(lane: Lane, jobs: readonly Job[], seconds: number): Promise<void> {
    if (jobs.length === 0) return
    const ids = sql.join(
      jobs.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    )
    await whileUnavailable(() =>
      database.asOwner(
        (tx) =>
          tx.execute(sql`
      update portal_jobs.job set state = 'retry', start_after = now() + make_interval(secs => ${seconds}),
        retry_count = greatest(0, retry_count - 1), started_on = case when retry_count > 0 then started_on end
      where name = ${lane.queue} and id in (${ids}) and state = 'active'`),
        'interactive',
      ),
    )
  }

  /** Repeats work of the database while that is away, unless the process closes. */
  async function whileUnavailable<T>(work: () => Promise<T>): Promise<T> {
    for (let left = MARGIN; ; left -= 1) {
      try {
        return await work()
      } catch (error) {
        if (!isAway(error) || stopping.signal.aborted || left <= 0) throw error
      }
      await wait(1000, undefined, { ref: false })
    }
  }

  function wake(queue: string): void {
    const lane = lanes.get(queue)
    if (lane && timers.length > 0) take(lane)
  }

  /** Keeps the jobs that run here from other processes. */
  async function renewLeases(): Promise<void> {
    const ids = [...lanes.values()].flatMap(({ running }) => [...running.keys()])
    if (ids.length === 0) return
    await database
      .asOwner(
        (tx) =>
          tx.execute(sql`
      update portal_jobs.job set expire_in = now() - started_on + make_interval(secs => ${LEASE})
      where id in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )}) and state = 'active'`),
        'interactive',
      )
      .catch((error: unknown) => log.debug({ err: error }, 'the leases of jobs could not be renewed'))
  }

  function superviseNow(): void {
    supervising ??= superviseOnce().finally(() => (supervising = undefined))
  }

  /** Sends what is due in the present interval, once for all processes, and takes the jobs back whose process died. */
  async function superviseOnce(): Promise<void> {
    try {
      const due = [...scheduledJobs.values()].map(({ name, everyHours }) => ({
        name: SCHEDULED,
        data: { job: name },
        singletonKey: name,
        singletonSeconds: everyHours * HOUR,
        expireInSeconds: LEASE,
        deadLetter: DEAD,
        ...retryOf(SCHEDULED_RETRY),
      }))
      if (scheduled && due.length > 0) await boss.insert(due)
      await boss.maintain()
    } catch (error) {
      log.debug({ err: error }, 'jobs could not be supervised')
    }
    for (const queue of lanes.keys()) wake(queue)
  }

  return {
    /** To be called before the start. */
    schedule(job: ScheduledJob): void {
      scheduledJobs.set(job.name, job)
    },

    /** To be called before the start. */
    handle<T>(task: Task<T>): void {
      const { name, data, seconds, retry, atOnce, share, run, onDead } = task
      tasks.set(name, { retry, bury: async (given, code) => onDead?.(data.parse(given), code) })
      addLane({
        queue: name,
        atOnce,
        find: (job) => ({
          runnable: { seconds, run: (given, signal) => run(data.parse(given), signal) },
          ...(share && { key: share.keyOf(data.parse(job.data)), keyAtOnce: share.atOnce }),
        }),
      })
    },

    /** Sends jobs of a task in a transaction of the application's role: they run once it is committed and `at` has come, and never when it is undone. */
    async send(tx: Tx, name: Task<unknown>['name'], jobs: readonly JobData[], at?: Date): Promise<void> {
      const task = tasks.get(name)
      if (!task) throw new TypeError(`there is no task ${name}`)
      const rows = jobs.map((data) => ({
        name,
        data: { ...data, job: name },
        deadLetter: DEAD,
        expireInSeconds: LEASE,
        ...(at && { startAfter: at.toISOString() }),
        ...retryOf(task.retry),
      }))
      await boss.insert(rows, { db: { executeSql: (text, values) => runText(tx, text, values) } })
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${name})`)
    },

    whileUnavailable,

    start(): void {
      listening = database.listen(CHANNEL, {
        onNotification: wake,
        onListening: () => [...lanes.keys()].forEach(wake),
      })
      timers.push(
        setInterval(() => {
          for (const queue of lanes.keys()) wake(queue)
          void renewLeases()
        }, poll).unref(),
        setInterval(superviseNow, supervise).unref(),
      )
      superviseNow()
    },

    /** Takes no more jobs. */
    stop(): void {
      stopping.abort()
      for (const timer of timers.splice(0)) clearInterval(timer)
    },

    /** Lets running jobs end, then aborts them and gives them back to the other processes. */
    async close(): Promise<void> {
      this.stop()
      await listening?.close()
      const all = Promise.allSettled([supervising, ...[...lanes.values()].map(({ taking }) => taking)]).then(() =>
        Promise.allSettled([...lanes.values()].flatMap(({ running }) => [...running.values()])),
      )
      await Promise.race([all, wait(closeGrace, undefined, { ref: false })])
      aborted.abort()
      await Promise.race([all, wait(ABORT_WAIT, undefined, { ref: false })])
    },
  }
}

function retryOf({ after, times }: Task<unknown>['retry']) {
  return { retryLimit: times, retryDelay: after, retryBackoff: true }
}

function isAway(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'server.unavailable'
}

/** The database opens the transaction itself. */
function withoutBegin(text: string): string {
  return text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}

function codeOf(error: unknown): string {
  const cause = error instanceof JobRefused ? error.cause : error
  if (cause instanceof PortalError) return cause.code
  return errorCode(cause) || (cause instanceof Error ? cause.name : 'unknown')
}

/** Of a PortalError no message of its cause: another server wrote it, and it may name people. */
function describe(error: unknown): object {
  const cause = error instanceof JobRefused ? error.cause : error
  if (!(cause instanceof PortalError)) return { code: codeOf(error), err: cause }
  const reason: unknown = cause.cause
  return { code: cause.code, reason: errorCode(reason), responseCode: Object(reason).responseCode }
}
