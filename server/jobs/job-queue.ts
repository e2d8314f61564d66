import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobHelpers, WorkerPool } from 'graphile-worker'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { Database, Tx } from '../db/database.ts'
import { QUEUE_SCHEMA } from '../db/migrate.ts'
import { errorCode, errorMessage } from '../runtime/errors.ts'
import type { Log } from '../runtime/logger.ts'
import { type JobData, JobPostponed, JobRefused, LANES, LONGEST_RUN, type ScheduledJob, type Task } from './task.ts'

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
  /** Milliseconds after which this process says again that it lives, and takes the jobs back whose process died. */
  readonly supervise: number
  /** Milliseconds that running jobs get when the process closes, before they are aborted. */
  readonly closeGrace: number
}

export const JOB_QUEUE_OPTIONS: JobQueueOptions = {
  scheduled: false,
  poll: 10_000,
  supervise: 20_000,
  closeGrace: 10_000,
}

const LANE_RUNS = Object.values(LANES).reduce((sum, runs) => sum + runs)
const HOUR = 3600
const SCHEDULED = 'scheduled'
/** Levels of what the library logs that are worth a line of the portal's. */
const REPORTED: ReadonlySet<string> = new Set(['error'])
const SCHEDULED_RETRY = { after: 60, times: 3 }
/** Seconds in which an aborted run has to end, and before the end of a dead job is tried again. */
const MARGIN = 60
/** Milliseconds that an aborted run gets when the process closes. */
const ABORT_WAIT = 2000
/** Seconds for which a job waits whose lane, task or key has its runs. */
const FULL_WAIT = 1
/** Seconds between two attempts at most. */
const LONGEST_WAIT = HOUR

/** What is stored of a job: the attempts that have failed, and once none is left, why. */
const payloadSchema = z.object({ tries: z.number(), dead: z.optional(z.string()), data: z.unknown() })
type Payload = z.infer<typeof payloadSchema>

interface Work extends Pick<Task<unknown>, 'lane' | 'atOnce' | 'seconds' | 'retry' | 'run'> {
  readonly name: string
  /** As the log calls it. */
  readonly title: string
  readonly onDead: (data: unknown, code: string) => Promise<void> | undefined
  /** What has a limit of runs, by its flag in the queue: the lane, the task, and the key that jobs share. */
  readonly limitsOf: (data: unknown) => Readonly<Record<string, number>>
  /** Of what is due at intervals. */
  readonly everyHours?: number
}

/**
 * Jobs in the database: each is run by one of all processes, again after a failure or a crash, until none of its attempts is left. The queue is graphile-worker's; this
 * is the portal's rule for attempts, limits and what is due. Needs a start; before it jobs can be sent. Without a database nothing runs, and nothing fails.
 */
export function createJobQueue(database: Database, log: Log, options: Partial<JobQueueOptions> = {}) {
  const { scheduled, poll, supervise, closeGrace } = { ...JOB_QUEUE_OPTIONS, ...options }
  const works = new Map<string, Work>()
  /** Jobs that run here, with the limits that they take a place of. */
  const running = new Map<Promise<void>, Readonly<Record<string, number>>>()
  const aborted = new AbortController()
  const stopping = new AbortController()
  /** Takes jobs. */
  let pool: WorkerPool | undefined
  /** With those that take no more, while jobs of theirs run. */
  const pools = new Set<WorkerPool>()
  let timer: NodeJS.Timeout | undefined
  let isScheduled = false

  const isFull = ([flag, most]: [string, number]): boolean =>
    [...running.values()].filter((limits) => flag in limits).length >= most

  const full = (): string[] =>
    [...new Map([...running.values()].flatMap(Object.entries))].filter(isFull).map(([flag]) => flag)

  /** Adds jobs, or, as the owner, writes one over that has the same key: a run of that is then the last one. */
  async function put(tx: Tx, work: Work, payloads: readonly Payload[], at?: Date, key?: string | null): Promise<void> {
    const jobs = payloads.map((payload) => {
      const flags = Object.keys(work.limitsOf(payload.data))
      return { task: work.name, payload, at, key, flags }
    })
    const adds = sql.raw(key === undefined ? 'portal_send_jobs' : 'portal_put_jobs')
    await tx.execute(sql`select ${adds}(${JSON.stringify(jobs)})`)
  }

  async function execute(work: Work, { job }: JobHelpers): Promise<void> {
    const payload = payloadSchema.parse(job.payload)
    const { data } = payload
    // An attempt that ended neither well nor badly was one of a process that died.
    const tries = payload.tries + job.attempts - 1
    const dead = payload.dead ?? (tries > work.retry.times ? 'job.interrupted' : undefined)
    const putBack = (seconds: number, next: Payload = { tries, dead, data }) => {
      const at = new Date(Date.now() + seconds * 1000)
      return whileUnavailable(() => database.asOwner((tx) => put(tx, work, [next], at, job.key), 'interactive'))
    }
    const settle = (error: unknown): Promise<void> => {
      if (error instanceof JobPostponed) return putBack(error.seconds)
      if (aborted.signal.aborted) return putBack(0)
      const attemptsLeft = error instanceof JobRefused ? 0 : Math.max(0, work.retry.times - tries)
      log.warn({ job: work.title, ...about(data), attemptsLeft, ...describe(error) }, 'a job failed')
      if (dead !== undefined) return putBack(MARGIN)
      if (attemptsLeft === 0) return putBack(0, { tries, dead: codeOf(error), data })
      return putBack(Math.min(work.retry.after * 2 ** tries, LONGEST_WAIT), { tries: tries + 1, data })
    }
    const limits = work.limitsOf(data)
    if (stopping.signal.aborted) return putBack(0)
    if (Object.entries(limits).some(isFull)) return putBack(FULL_WAIT)
    const run = (dead === undefined ? attempt(work, data) : bury(work, { tries, data }, dead)).then(async () => {
      if (work.everyHours !== undefined) await putBack(secondsToNext(work.everyHours), { tries: 0, data })
    }, settle)
    running.set(run, limits)
    await run.finally(() => running.delete(run))
  }

  async function attempt(work: Work, data: unknown): Promise<void> {
    const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(work.seconds * 1000)])
    const result = await work.run(data, signal)
    log.debug({ job: work.title, result }, 'a job is done')
  }

  /** Announces a job that no attempt is left of, and keeps it for the operators. */
  async function bury(work: Work, { tries, data }: Payload, code: string): Promise<void> {
    await work.onDead(data, code)
    const payload = JSON.stringify({ tries: Math.min(tries, work.retry.times), data })
    await database.asOwner(
      (tx) =>
        tx.execute(sql`
        insert into portal_jobs.failed (name, payload, code) values (${work.name}, ${payload}::jsonb, ${code})`),
      'interactive',
    )
    log.warn({ job: work.title, ...about(data), code }, 'a job failed for good')
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

  async function openPool(): Promise<void> {
    const { Logger, runTaskList } = await import('graphile-worker')
    if (stopping.signal.aborted) return
    const logger = new Logger(() => (level, message) => {
      if (REPORTED.has(level)) log.warn({ reason: message }, 'the queue of jobs reports a failure')
    })
    const tasks = Object.fromEntries(
      [...works.values()].map((work) => [work.name, (_: unknown, helpers: JobHelpers) => execute(work, helpers)]),
    )
    const limits = { concurrency: LANE_RUNS, pollInterval: poll, forbiddenFlags: full, noHandleSignals: true }
    // With no delay, an end that could not be written down ends the pool, and the handler below opens the next.
    const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
    // One that could not write an end down takes no more jobs, and ends after the last that runs, which may take hours.
    const events = new EventEmitter().once('pool:gracefulShutdown', () => void openPool())
    const opened = runTaskList({ schema: QUEUE_SCHEMA, logger, preset, events, ...limits }, tasks, database.ownersPool)
    pool = opened
    pools.add(opened)
    opened.promise.catch(() => undefined).finally(() => pools.delete(opened))
  }

  /** Says that this process lives, takes the jobs back whose process died, and adds what is due at intervals, unless it waits or runs. */
  async function superviseOnce(): Promise<void> {
    const due =
      isScheduled || !scheduled ? [] : [...works.values()].filter(({ everyHours }) => everyHours !== undefined)
    const jobs = due.map(({ name, limitsOf }) => ({ name, flags: Object.keys(limitsOf(null)) }))
    try {
      await database.asOwner(
        (tx) =>
          tx.execute(
            sql`select portal_supervise_jobs(${sql.param([...pools].map(({ id }) => id))}, ${JSON.stringify(jobs)})`,
          ),
        'interactive',
      )
      isScheduled = true
    } catch (error) {
      log.debug({ err: error }, 'jobs could not be supervised')
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => void superviseOnce(), supervise).unref()
  }

  function add<T>(task: Omit<Task<T>, 'name'> & Pick<Work, 'name' | 'title' | 'everyHours'>): void {
    const { name, lane, data, seconds, atOnce, share, everyHours, run, onDead } = task
    if (seconds > LONGEST_RUN) throw new RangeError(`${name} may run ${LONGEST_RUN} seconds at most`)
    works.set(name, {
      ...task,
      run: (given, signal) => run(data.parse(given), signal),
      onDead: (given, code) => onDead?.(data.parse(given), code),
      limitsOf(given) {
        const parsed = share && data.safeParse(given)
        return {
          [lane]: LANES[lane],
          [everyHours === undefined ? name : SCHEDULED]: atOnce,
          ...(parsed?.success && { [`${name} ${share?.keyOf(parsed.data)}`]: share?.atOnce ?? Infinity }),
        }
      },
    })
  }

  return {
    /** To be called before the start. */
    schedule({ name, everyHours, run }: ScheduledJob): void {
      // They share one of the owner's connections.
      const limits = { lane: 'due', atOnce: 1, seconds: Math.min(everyHours * HOUR - MARGIN, LONGEST_RUN) } as const
      const names = { name: `${SCHEDULED} ${name}`, title: name, everyHours }
      add({ ...names, ...limits, retry: SCHEDULED_RETRY, data: z.unknown(), run: (_, signal) => run(signal) })
    },

    /** To be called before the start. */
    handle<T>(task: Task<T>): void {
      add({ ...task, title: task.name })
    },

    /** Sends jobs of a task in a transaction of the application's role: they run once it is committed and `at` has come, and never when it is undone. */
    async send(tx: Tx, name: Task<unknown>['name'], jobs: readonly JobData[], at?: Date): Promise<void> {
      const work = works.get(name)
      if (!work) throw new TypeError(`there is no task ${name}`)
      await put(
        tx,
        work,
        jobs.map((data) => ({ tries: 0, data })),
        at,
      )
    },

    whileUnavailable,

    start(): void {
      void openPool().then(superviseOnce)
    },

    /** Takes no more jobs. */
    stop(): void {
      stopping.abort()
      clearTimeout(timer)
      if (pool) Promise.resolve(pool.gracefulShutdown()).catch(() => undefined)
    },

    /** Lets running jobs end, then aborts them and gives them back to the other processes. */
    async close(): Promise<void> {
      if (!stopping.signal.aborted) this.stop()
      const wereLeft = (error: unknown) => log.debug({ reason: errorMessage(error) }, 'jobs were left')
      const ended = Promise.all([...pools].map(({ promise }) => promise.catch(wereLeft)))
      await Promise.race([ended, wait(closeGrace, undefined, { ref: false })])
      aborted.abort()
      await Promise.race([ended, wait(ABORT_WAIT, undefined, { ref: false })])
    },
  }
}

function about(data: unknown): { readonly unitId?: string } {
  return z.object({ unitId: z.optional(z.string()) }).safeParse(data).data ?? {}
}

function secondsToNext(everyHours: number): number {
  const interval = everyHours * HOUR
  return interval - ((Date.now() / 1000) % interval)
}

function isAway(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'server.unavailable'
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
