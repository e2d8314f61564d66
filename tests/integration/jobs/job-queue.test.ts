import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '../../../server/db/database.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { createJobQueue, type JobQueue } from '../../../server/jobs/job-queue.ts'
import { JobRefused, type Task } from '../../../server/jobs/task.ts'
import { type Log, silentLog } from '../../../server/runtime/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { forgetProcesses, hastenJobs, readJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { until } from '../../support/until.ts'

const UNIT = '01900000-0000-7000-8000-000000000001'
const SCOPE = { unitId: UNIT, userId: null }
const QUICK = { scheduled: true, poll: 50, supervise: 50, closeGrace: 50 }
const DATA = z.object({ unitId: z.string(), what: z.string() })
type Data = z.infer<typeof DATA>

let own: TestDatabase
let processes: { readonly queue: JobQueue; readonly database: Database }[] = []
beforeAll(async () => {
  own = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(processes.map(({ queue, database }) => queue.close().then(database.close)))
  processes = []
  await own.database.asOwner((tx) => tx.execute(sql`delete from portal_queue._private_jobs`))
})
afterAll(() => own.close())

/** The queue of one process. */
function createProcess(prepare: (queue: JobQueue) => void, log: Log = silentLog, options = {}): JobQueue {
  const database = openDatabase({ connection: own.connection, log: silentLog })
  const queue = createJobQueue(database, log, { ...QUICK, ...options })
  prepare(queue)
  processes.push({ queue, database })
  return queue
}

function task(run: Task<Data>['run'], more: Partial<Task<Data>> = {}): Task<Data> {
  return {
    name: 'mail',
    lane: 'person',
    data: DATA,
    seconds: 60,
    retry: { after: 1, times: 2 },
    atOnce: 8,
    run,
    ...more,
  }
}

const send = (queue: JobQueue, ...whats: string[]) =>
  own.database.inUnit(SCOPE, (tx) =>
    queue.send(
      tx,
      'mail',
      whats.map((what) => ({ unitId: UNIT, what })),
    ),
  )

const stateOf = async (name: string) =>
  (await readJobs(own.database, name)).map(({ running, tries }) => ({ running, tries }))
const runsNow = async () => (await stateOf('mail')).some(({ running }) => running)

function collectWarnings(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return {
    lines,
    log: { ...silentLog, warn: (fields, message) => lines.push(`${message} ${JSON.stringify(fields)}`) },
  }
}

test('what is due at intervals runs once in each for all processes, and at the first start', async () => {
  const ran: string[] = []
  const three = ['one', 'two', 'three'].map((name) =>
    createProcess((queue) => queue.schedule({ name: 'tidy', everyHours: 1, run: async () => ran.push(name) })),
  )
  for (const each of three) each.start()
  await until(() => ran.length > 0)
  const secondsToHour = 3600 - ((Date.now() / 1000) % 3600)
  const next = async () => {
    const waits = (await readJobs(own.database, 'scheduled tidy')).map(({ running, wait }) => !running && wait)
    return waits.length === 1 && Math.abs(Number(waits[0]) - secondsToHour) < 60
  }
  await until(next)
  // The next hour begins, as far as the queue knows.
  await hastenJobs(own.database, 'tidy')
  await until(() => ran.length > 1)
  await until(next)
  expect(ran).toHaveLength(2)
})

test('what fails at its interval is tried again, then logged as failed for good, and holds nothing else up', async () => {
  const { log, lines } = collectWarnings()
  const queue = createProcess((process) => {
    process.schedule({
      name: 'broken',
      everyHours: 1,
      run: async () => {
        throw new TypeError('broken')
      },
    })
  }, log)
  queue.start()
  const isLast = (line: string) => line === 'a job failed for good {"job":"broken","code":"TypeError"}'
  await until(async () => {
    await hastenJobs(own.database, 'broken')
    return lines.some(isLast)
  })
  // The first attempts of the next interval may have been hastened as well.
  const attemptsLeft = lines.slice(0, lines.findIndex(isLast)).map((line) => /"attemptsLeft":(\d)/.exec(line)?.[1])
  expect(attemptsLeft).toEqual(['3', '2', '1', '0'])
})

test('a task runs once among all processes when its transaction is committed, and never when it is undone', async () => {
  const ran: string[] = []
  const both = [1, 2].map(() => createProcess((queue) => queue.handle(task(async ({ what }) => void ran.push(what)))))
  for (const each of both) each.start()
  const [first] = both
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
    const [job] = await until(async () => {
      const jobs = await readJobs(own.database, 'mail')
      return jobs.length === 1 && jobs[0]?.tries === attempt && jobs
    })
    expect(tries).toBe(attempt)
    waits.push(Number(job?.wait))
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
  await until(async () => runsNow())
  const ran: string[] = []
  const other = createProcess((queue) => queue.handle(task(async ({ what }) => void ran.push(what))))
  other.start()
  dying.stop()
  await forgetProcesses(own.database)
  await until(() => ran.length > 0)
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
  await until(async () => runsNow())
  await forgetProcesses(own.database)
  const isHeard = async (many: number) => {
    const { rows } = await own.database.asOwner((tx) =>
      tx.execute(sql`select from portal_jobs.process where seen_at > now() - interval '1 minute'`),
    )
    return rows.length === many
  }
  await until(() => isHeard(1))
  create().start()
  await until(() => isHeard(2))
  expect(await stateOf('mail')).toEqual([{ running: true, tries: 0 }])
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
  await until(async () => runsNow())
  await leaving.close()
  expect(stopped).toHaveLength(1)
  expect(await stateOf('mail')).toEqual([{ running: false, tries: 0 }])
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

test('long tasks fill their lane, and a task that a person waits for still starts', async () => {
  const ran: string[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let long = 0
  const queue = createProcess((process) => {
    process.handle(
      task(
        async () => {
          long += 1
          await held
        },
        { name: 'unit-export', lane: 'long', atOnce: 100 },
      ),
    )
    process.handle(task(async ({ what }) => void ran.push(what)))
  })
  queue.start()
  const jobs = Array.from({ length: 60 }, (_, at) => ({ unitId: UNIT, what: `long ${at}` }))
  await own.database.inUnit(SCOPE, (tx) => queue.send(tx, 'unit-export', jobs))
  await until(() => long >= 4)
  await send(queue, 'quick')
  await until(() => ran.length > 0)
  expect(long).toBe(4)
  release()
  await until(() => long === 60)
})

test('an end that could not be written down holds no other task up, also while a long one runs', async () => {
  const ran: string[] = []
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const queue = createProcess((process) => {
    process.handle(task(() => held, { name: 'unit-export', lane: 'long' }))
    process.handle(task(async ({ what }) => void ran.push(what)))
  })
  queue.start()
  await own.database.inUnit(SCOPE, (tx) => queue.send(tx, 'unit-export', [{ unitId: UNIT, what: 'long' }]))
  await until(async () => (await stateOf('unit-export')).some(({ running }) => running))
  await own.database.asOwner((tx) =>
    tx.execute(sql`
      create or replace function portal_queue.refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger refuse before delete on portal_queue._private_jobs for each row execute function portal_queue.refuse()`),
  )
  await send(queue, 'unwritten')
  await until(() => ran.length > 0)
  const isRefused = async () => {
    const { rows } = await own.database.asOwner((tx) =>
      tx.execute(sql`select from pg_stat_database where datname = current_database() and xact_rollback > 0`),
    )
    return rows.length > 0
  }
  await until(isRefused)
  await own.database.asOwner((tx) => tx.execute(sql`drop function portal_queue.refuse() cascade`))
  await send(queue, 'next')
  await until(() => ran.includes('next'))
  expect(await stateOf('unit-export')).toEqual([{ running: true, tries: 0 }])
  release()
})

test('a job that is removed while it runs is not put back', async () => {
  let fail = (): void => undefined
  const failing = new Promise<void>((_, reject) => (fail = () => reject(new Error('too late'))))
  const queue = createProcess((process) => process.handle(task(() => failing)))
  queue.start()
  await send(queue, 'gone')
  await until(() => runsNow())
  await own.database.asOwner((tx) =>
    tx.execute(sql`select portal_queue.remove_job(key) from portal_queue.jobs where key like ${`${UNIT} %`}`),
  )
  fail()
  await expect.poll(() => stateOf('mail')).toEqual([])
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

test("the application's role can neither move nor replace a job that is there, nor send what is due at intervals", async () => {
  const queue = createProcess((process) => {
    process.schedule({ name: 'tidy', everyHours: 1, run: async () => undefined })
    process.handle(task(async () => undefined))
  })
  await send(queue, 'kept')
  const jobs = () =>
    own.database.asOwner(async (tx) => {
      const { rows } = await tx.execute(
        sql`select key, task_identifier, run_at::text from portal_queue.jobs order by id`,
      )
      return rows
    })
  const before = await jobs()
  const [{ key } = {}] = before
  expect(before.length).toBe(1)
  const given = [
    { task: 'scheduled tidy', payload: { tries: 0, data: null }, at: '2999-01-01T00:00:00Z' },
    { task: 'mail', payload: { tries: 0, data: null }, at: '2999-01-01T00:00:00Z', key },
  ]
  await own.database.inUnit(SCOPE, (tx) => tx.execute(sql`select portal_send_jobs(${JSON.stringify(given)})`))
  const after = await jobs()
  expect(after.slice(0, 1)).toEqual(before)
  expect(after.map((job) => job['task_identifier'])).toEqual(['mail', 'mail'])
  const put = own.database.inUnit(SCOPE, (tx) => tx.execute(sql`select portal_put_jobs(${JSON.stringify(given)})`))
  await expect(put).rejects.toThrow()
})
