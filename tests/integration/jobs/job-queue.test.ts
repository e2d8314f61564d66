import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openDatabase } from '../../../server/db/open.ts'
import { createJobQueue, type JobQueue, JobRefused, type Task } from '../../../server/jobs/job-queue.ts'
import { type Log, silentLog } from '../../../server/runtime/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { until } from '../../support/until.ts'

const UNIT = '01900000-0000-7000-8000-000000000001'
const SCOPE = { unitId: UNIT, userId: null }
const QUICK = { scheduled: true, poll: 50, supervise: 50, closeGrace: 50 }
const DATA = z.object({ unitId: z.string(), what: z.string() })
type Data = z.infer<typeof DATA>

let own: TestDatabase
let queues: JobQueue[] = []
beforeAll(async () => {
  own = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  queues = []
  await own.database.asOwner((tx) => tx.execute(sql`delete from portal_jobs.job`))
})
afterAll(() => own.close())

/** The queue of one process. */
function createProcess(prepare: (queue: JobQueue) => void, log: Log = silentLog, options = {}): JobQueue {
  const queue = createJobQueue(own.database, log, { ...QUICK, ...options })
  prepare(queue)
  queues.push(queue)
  return queue
}

function task(run: Task<Data>['run'], more: Partial<Task<Data>> = {}): Task<Data> {
  return { name: 'mail', data: DATA, seconds: 60, retry: { after: 1, times: 2 }, atOnce: 8, run, ...more }
}

const send = (queue: JobQueue, ...whats: string[]) =>
  own.database.inUnit(SCOPE, (tx) =>
    queue.send(
      tx,
      'mail',
      whats.map((what) => ({ unitId: UNIT, what })),
    ),
  )

async function stateOf(name: string): Promise<unknown[]> {
  const { rows } = await own.database.asOwner((tx) =>
    tx.execute(sql`select state, retry_count as retries from portal_jobs.job where name = ${name}`),
  )
  return rows
}

function collectWarnings(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return {
    lines,
    log: { ...silentLog, warn: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`) },
  }
}

test('what is due at intervals runs once in each for all processes, and at the first start', async () => {
  const ran: string[] = []
  const processes = ['one', 'two', 'three'].map((name) =>
    createProcess((queue) => queue.schedule({ name: 'tidy', everyHours: 1, run: async () => ran.push(name) })),
  )
  for (const each of processes) each.start()
  await until(() => ran.length > 0)
  await expect.poll(() => stateOf('scheduled')).toEqual([{ state: 'completed', retries: 0 }])
  // The next hour begins, as far as the queue knows.
  await own.database.asOwner((tx) =>
    tx.execute(sql`update portal_jobs.job set singleton_on = singleton_on - interval '1 hour'`),
  )
  await until(() => ran.length > 1)
  await expect
    .poll(() => stateOf('scheduled'))
    .toEqual([
      { state: 'completed', retries: 0 },
      { state: 'completed', retries: 0 },
    ])
  expect(ran).toHaveLength(2)
})

test('what fails at its interval is tried again, then logged as failed for good, and holds nothing else up', async () => {
  const { log, lines } = collectWarnings()
  let tries = 0
  const queue = createProcess((process) => {
    process.schedule({
      name: 'broken',
      everyHours: 1,
      run: async () => {
        tries += 1
        throw new TypeError('broken')
      },
    })
  }, log)
  queue.start()
  await until(async () => {
    await own.database.asOwner((tx) =>
      tx.execute(sql`update portal_jobs.job set start_after = now() where state = 'retry'`),
    )
    return lines.some((line) => line.startsWith('a job failed for good'))
  })
  expect(tries).toBe(4)
  expect(lines.at(-1)).toBe('a job failed for good {"job":"broken","code":"TypeError"}')
})

test('a task runs once among all processes when its transaction is committed, and never when it is undone', async () => {
  const ran: string[] = []
  const processes = [1, 2].map(() =>
    createProcess((queue) => queue.handle(task(async ({ what }) => void ran.push(what)))),
  )
  for (const each of processes) each.start()
  const [first] = processes
  if (!first) throw new Error('no process')
  const whats = Array.from({ length: 40 }, (_, at) => `task ${at}`)
  await send(first, ...whats)
  await own.database
    .inUnit(SCOPE, async (tx) => {
      await first.send(tx, 'mail', [{ unitId: UNIT, what: 'undone' }])
      throw new Error('undone')
    })
    .catch(() => undefined)
  await settleJobs(own.database)
  expect(ran.toSorted()).toEqual(whats.toSorted())
  expect(await stateOf('mail')).toEqual([])
})

test('a task that fails is tried again after growing waits, and is dead after the last attempt', async () => {
  const { log, lines } = collectWarnings()
  const dead: unknown[] = []
  let tries = 0
  const queue = createProcess(
    (process) =>
      process.handle(
        task(
          async () => {
            tries += 1
            throw new Error('in vain')
          },
          { onDead: async (data, code) => void dead.push([data.what, code]) },
        ),
      ),
    log,
  )
  queue.start()
  await send(queue, 'hopeless')
  const waits: number[] = []
  for (const attempt of [1, 2]) {
    await until(async () => tries === attempt && (await stateOf('mail')).some((row) => Object(row).state === 'retry'))
    const { rows } = await own.database.asOwner((tx) =>
      tx.execute(
        sql`select extract(epoch from start_after - now())::float8 as wait from portal_jobs.job where name = 'mail'`,
      ),
    )
    waits.push(Number(rows[0]?.['wait']))
    await hastenJobs(own.database)
  }
  await until(() => dead.length > 0)
  expect(tries).toBe(3)
  expect(waits[1]).toBeGreaterThan(Number(waits[0]))
  expect(dead).toEqual([['hopeless', 'Error']])
  await until(() =>
    lines.some((line) => line === `a job failed for good {"job":"mail","unitId":"${UNIT}","code":"Error"}`),
  )
})

test('a task that is refused is not tried again', async () => {
  const dead: string[] = []
  let tries = 0
  const queue = createProcess((process) =>
    process.handle(
      task(
        async () => {
          tries += 1
          throw new JobRefused('no')
        },
        { onDead: async ({ what }) => void dead.push(what) },
      ),
    ),
  )
  queue.start()
  await send(queue, 'refused')
  await until(() => dead.length > 0)
  expect(tries).toBe(1)
})

test('a task whose process died runs in another once its time is up', async () => {
  const dying = createProcess((queue) => queue.handle(task(() => new Promise(() => undefined))))
  dying.start()
  await send(dying, 'left behind')
  await until(async () => (await stateOf('mail')).some((row) => Object(row).state === 'active'))
  const ran: string[] = []
  const other = createProcess((queue) => queue.handle(task(async ({ what }) => void ran.push(what))))
  other.start()
  dying.stop()
  await own.database.asOwner((tx) =>
    tx.execute(sql`update portal_jobs.job set started_on = now() - interval '1 hour' where state = 'active'`),
  )
  await until(async () => {
    await hastenJobs(own.database)
    return ran.length > 0
  })
  expect(ran).toEqual(['left behind'])
})

test('a process keeps what it runs, for as long as it lives', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let runs = 0
  const create = () =>
    createProcess((queue) =>
      queue.handle(
        task(async () => {
          runs += 1
          await held
        }),
      ),
    )
  const first = create()
  first.start()
  await send(first, 'long')
  await until(async () => (await stateOf('mail')).some((row) => Object(row).state === 'active'))
  // As after an hour.
  await own.database.asOwner((tx) =>
    tx.execute(sql`update portal_jobs.job set started_on = now() - interval '1 hour', expire_in = '1 hour 1 second'`),
  )
  const secondsLeft = async () => {
    const { rows } = await own.database.asOwner((tx) =>
      tx.execute(
        sql`select extract(epoch from started_on + expire_in - now())::float8 as left from portal_jobs.job where state = 'active'`,
      ),
    )
    return Number(rows[0]?.['left'])
  }
  await until(async () => (await secondsLeft()) > 50)
  create().start()
  release()
  await until(async () => (await stateOf('mail')).length === 0)
  expect(runs).toBe(1)
})

test('a process that closes aborts what does not end, and others run it at once', async () => {
  const stopped: unknown[] = []
  const leaving = createProcess((queue) =>
    queue.handle(
      task(async (_, signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        stopped.push(signal.reason)
        throw new Error('aborted')
      }),
    ),
  )
  leaving.start()
  await send(leaving, 'handed over')
  await until(async () => (await stateOf('mail')).some((row) => Object(row).state === 'active'))
  await leaving.close()
  expect(stopped).toHaveLength(1)
  expect(await stateOf('mail')).toEqual([{ state: 'retry', retries: 0 }])
  const ran: string[] = []
  createProcess((queue) => queue.handle(task(async ({ what }) => void ran.push(what)))).start()
  await until(() => ran.length > 0)
})

test('many tasks of one key leave room for those of others', async () => {
  const ran: string[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const queue = createProcess((process) =>
    process.handle(
      task(
        async ({ what }) => {
          if (what.startsWith('slow')) await held
          ran.push(what)
        },
        { atOnce: 4, share: { atOnce: 2, keyOf: ({ what }) => what.slice(0, 4) } },
      ),
    ),
  )
  queue.start()
  await send(queue, ...Array.from({ length: 30 }, (_, at) => `slow ${at}`))
  await send(queue, 'fast')
  await until(() => ran.includes('fast'))
  expect(ran).toEqual(['fast'])
  release()
  await until(() => ran.length === 31)
})

test('without a database a queue starts and closes all the same', async () => {
  const gone = openDatabase({ connection: { ...own.connection, host: '/nowhere' }, log: silentLog })
  const queue = createJobQueue(gone, silentLog, QUICK)
  let tries = 0
  queue.handle(task(async () => void (tries += 1)))
  queue.start()
  await queue.close()
  await gone.close()
  expect(tries).toBe(0)
})
