import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import * as messagesEndpoints from '../../contract/endpoints/messages/messages.ts'
import type { Database } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/open.ts'
import { cleanUpOldRecords } from '../../server/modules/units/settings/retention.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { portalDatabase } from '../support/process/portal-database.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, median, type BenchOptions, type Figure } from './figures.ts'

/** Receivers of each message. */
const PEOPLE = 1000
const YEARS = 5
const ROUNDS = 50
const QUICK_ROUNDS = 5

/** Ten million receivers of messages: a person's page of messages and a batch of the cleaning, beside a hundredth of them. */
export async function benchRecords({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? QUICK_ROUNDS : ROUNDS
  const messages = quick ? 2000 : 10_000
  const dataFolder = path.join(folder, 'data')
  const portal = await startPortal({ dataFolder, env: { PORTAL_REQUESTS_PER_MINUTE: '10000000' } })
  const database = openDatabase({ connection: portalDatabase(dataFolder), log: silentLog })
  try {
    const pupil = await signIn(portal.origin, { username: 'student', password: 'Campus2026' })
    const measure = async () => ({
      page: await timed(rounds, () => pupil.call(messagesEndpoints.unread, {})),
      batch: await timeBatch(database, rounds),
    })
    await addPeople(database)
    await send(database, messages / 100)
    // The first round is that of a program that has just started, and deletes what it measures.
    await measure()
    await send(database, messages / 100)
    await vacuum(dataFolder)
    const reference = await measure()
    for (let sent = 0; sent < messages; sent += 100) {
      await send(database, 100, { from: YEARS * (1 - sent / messages), to: YEARS * (1 - (sent + 100) / messages) })
      if (sent % 1000 === 0) say(`${sent * PEOPLE} receivers`)
    }
    await vacuum(dataFolder)
    const ours = await measure()
    say(`records: ${JSON.stringify({ reference, ours })}`)
    const many = `${(messages * PEOPLE) / 1_000_000} million receivers of messages`
    return [
      compare(`${many}: a person's page of messages, beside a hundredth of them`, 'ms', of('page', ours, reference), {
        atMost: 1.5,
      }),
      compare('the same: a batch of 500 of the cleaning', 'ms', of('batch', ours, reference), { atMost: 1.5 }),
    ]
  } finally {
    await database.close()
    await portal.stop()
  }
}

type Measured = Readonly<Record<'page' | 'batch', number>>
const of = (name: keyof Measured, ours: Measured, reference: Measured) => ({
  ours: ours[name],
  reference: reference[name],
})

async function addPeople(database: Database): Promise<void> {
  await database.asOwner((tx) =>
    tx.execute(sql`
      insert into user_account (unit_id, login_name, real_name, user_type)
      select unit_id, 'bench' || n, '压测' || n, 3 from unit_host cross join generate_series(1, ${PEOPLE}) n where host = 'localhost'`),
  )
}

/** Messages of so many years ago, the oldest first, which all have read. */
async function send(database: Database, messages: number, { from, to } = { from: YEARS, to: 0 }): Promise<void> {
  await database.asOwner((tx) =>
    tx.execute(sql`
      with sent as (
        insert into message (unit_id, module, body, importance, sent_at)
        select unit_id, 'bench', 'bench', 3, now() - interval '1 year' * (${from}::float8 - (${from}::float8 - ${to}::float8) * n / ${messages})
        from unit_host cross join generate_series(1, ${messages}) n where host = 'localhost'
        returning unit_id, message_id)
      insert into message_recipient (unit_id, message_id, user_id, read_at)
      select sent.unit_id, sent.message_id, a.user_id, now() from sent join user_account a on a.unit_id = sent.unit_id and a.login_name like 'bench%'`),
  )
}

/** As the years have done by the database's own cleaning. */
async function vacuum(dataFolder: string): Promise<void> {
  const client = new Client(portalDatabase(dataFolder))
  await client.connect()
  await client.query('vacuum (analyze) message, message_recipient')
  await client.end()
}

/** Milliseconds of a batch: the cleaning stops after so many. */
async function timeBatch(database: Database, rounds: number): Promise<number> {
  const times: number[] = []
  const stop = new AbortController()
  const asOwner: Database['asOwner'] = async (work, kind) => {
    const begun = performance.now()
    const result = await database.asOwner(work, kind)
    // The first finds the units.
    if (times.push(performance.now() - begun) === rounds + 1) stop.abort()
    return result
  }
  await cleanUpOldRecords({ ...database, asOwner }, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  if (!stop.signal.aborted) throw new Error('there was too little to clean')
  return median(times.slice(1)) ?? 0
}

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return median(times) ?? 0
}
