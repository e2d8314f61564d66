import { lt, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { loginAttempt } from '../../../server/db/tables.generated.ts'
import { cleanUp } from '../../../server/jobs/clean-up.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await own.database.asOwner((tx) =>
    tx.execute(sql`insert into unit (name, english_name, unit_type) values ('学校', 'School', '2')`),
  )
})
beforeEach(async () => {
  await own.database.asOwner(async (tx) => {
    await tx.execute(sql`truncate login_attempt`)
    await tx.execute(sql`
      insert into login_attempt (unit_id, key, failures, last_at)
      select unit_id, int4send(n), 1, now() - make_interval(days => (n <= 1250)::int) from unit, generate_series(1, 1260) n`)
  })
})
afterAll(() => own.close())

const RULES = [{ from: loginAttempt, where: lt(loginAttempt.lastAt, sql`now() - interval '1 hour'`) }]

/** Counts transactions, and does something after each. */
function counting(after: (transactions: number) => void = () => undefined) {
  let transactions = 0
  const asOwner: Database['asOwner'] = async (work, kind) => {
    const result = await own.database.asOwner(work, kind)
    transactions += 1
    after(transactions)
    return result
  }
  return { database: { ...own.database, asOwner }, count: () => transactions }
}

const countRows = () => own.database.asOwner((tx) => tx.$count(loginAttempt))

test('what has expired is deleted in batches of 500, each in a transaction of its own', async () => {
  const { database, count } = counting()
  expect(await cleanUp(database, RULES)).toBe(1250)
  expect(count()).toBe(3)
  expect(await countRows()).toBe(10)
  expect(await cleanUp(database, RULES)).toBe(0)
})

test('a job that has to stop ends after a batch, which stays done', async () => {
  const stop = new AbortController()
  const { database } = counting(() => stop.abort())
  await expect(cleanUp(database, RULES, stop.signal)).rejects.toThrow('aborted')
  expect(await countRows()).toBe(760)
})

test('a row that is being written is left for the next time, without waiting', async () => {
  const writer = new Client(own.connection)
  await writer.connect()
  try {
    await writer.query(`begin; update login_attempt set last_at = now() where key = int4send(7)`)
    expect(await cleanUp(own.database, RULES)).toBe(1249)
    await writer.query('commit')
  } finally {
    await writer.end()
  }
  expect(await cleanUp(own.database, RULES)).toBe(0)
  expect(await countRows()).toBe(11)
})
