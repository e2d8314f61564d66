import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readRetention, RETENTION_USUAL, saveRetention } from '../../../contract/endpoints/units/unit-settings.ts'
import { cleanUpOldRecords } from '../../../server/modules/units/settings/retention.ts'
import { TABLES } from '../../../server/modules/people/personal-data.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

/** What is kept by months, with the table whose rows are counted, and how one of so many months ago is made. */
const KINDS = {
  messageMonths: {
    table: 'message_recipient',
    make: sql`
      , sent as (insert into message (unit_id, module, body, importance, sent_at) select unit_id, 'test', 'old', 3, at from made returning unit_id, message_id)
      insert into message_recipient (unit_id, message_id, user_id) select sent.unit_id, sent.message_id, a.user_id from sent join user_account a using (unit_id)`,
  },
  todoMonths: {
    table: 'todo',
    make: sql`insert into todo (unit_id, user_id, module, title, created_at) select unit_id, user_id, 'test', 'old', at from made`,
  },
  publicationMonths: {
    table: 'publication',
    make: sql`
      insert into publication (unit_id, kind, title, importance, audience, state, send_at, sent_at, expected)
      select unit_id, 'message', 'old', 3, '{}', 'sent', at, at, 1 from made`,
  },
  rosterMonths: {
    table: 'roster_change',
    make: sql`insert into roster_change (unit_id, sourced_id, kind, changed_at, deleted) select unit_id, 'old ' || months, 'user', at, true from made`,
  },
  themeMonths: {
    table: 'theme_change',
    make: sql`insert into theme_change (unit_id, user_id, kind, at) select unit_id, user_id, 'default', at from made`,
  },
} as const
type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

const call = (endpoint: typeof readRetention | typeof saveRetention, input?: object) =>
  ask(admin, endpoint, input, { asIs: true })
const read = async () => z.parse(readRetention.response, (await call(readRetention)).data)

/** Makes one of each kind, so many months and a day ago, in the school of the test and in another one. */
async function makeOld(months: number): Promise<void> {
  for (const { make } of Object.values(KINDS))
    await test.database.asOwner((tx) =>
      tx.execute(sql`
        with made as (
          select distinct on (h.unit_id) h.unit_id, a.user_id, now() - make_interval(months => ${months}, days => 1) as at, ${months}::int as months
          from unit_host h join user_account a using (unit_id) where h.host in ('localhost', 'ginkgo.localhost') order by h.unit_id, a.user_id)
        ${make}`),
    )
}

async function countOld(host: string): Promise<Record<string, number>> {
  const at = {
    messageMonths: '(select sent_at from message m where m.message_id = t.message_id)',
    todoMonths: 'created_at',
    publicationMonths: 'send_at',
    rosterMonths: 'changed_at',
    themeMonths: 'at',
  }
  const counted = await Promise.all(
    kinds.map(async (kind) => {
      const [row] = await runAsOwner(
        test,
        sql.raw(`select count(*)::int as rows from ${KINDS[kind].table} t join unit_host h using (unit_id)
          where h.host = '${host}' and ${at[kind]} < now() - interval '12 months'`),
      )
      return [kind, Number(row?.['rows'])] as const
    }),
  )
  return Object.fromEntries(counted)
}

it('is the usual one until a unit sets its own, within its bounds', async () => {
  const { version, ...usual } = await read()
  expect(usual).toEqual(RETENTION_USUAL)
  for (const months of [11, 121, 12.5]) {
    const refused = await call(saveRetention, { ...usual, todoMonths: months, version })
    expect(refused.fieldErrors).toMatchObject([{ field: 'todoMonths' }])
  }
  expect((await call(saveRetention, { ...usual, todoMonths: 12, version })).code).toBe('ok')
  expect(await read()).toMatchObject({ ...usual, todoMonths: 12 })
})

it('deletes what is older than the unit keeps it, and nothing of another unit', async () => {
  await makeOld(13)
  const before = await countOld('localhost')
  const elsewhere = await countOld('ginkgo.localhost')
  expect(Object.entries({ ...before, ...elsewhere }).filter(([, rows]) => rows === 0)).toEqual([])
  // Of 13 months there is nothing too old but to-dos, which this unit keeps for 12.
  await cleanUpOldRecords(test.database)
  expect(await countOld('localhost')).toEqual({ ...before, todoMonths: 0 })
  const { version } = await read()
  const shortest = Object.fromEntries(kinds.map((kind) => [kind, 12]))
  expect((await call(saveRetention, { ...shortest, version })).code).toBe('ok')
  await cleanUpOldRecords(test.database)
  expect(await countOld('localhost')).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 0])))
  expect(await countOld('ginkgo.localhost')).toEqual(elsewhere)
})

it('keeps a publication as long as its message, which has its sender and files', async () => {
  const publications = () => runAsOwner(test, sql`select from publication where title = 'with a message'`)
  await test.database.asOwner((tx) =>
    tx.execute(sql`
      with sent as (
        insert into message (unit_id, module, body, importance, sent_at)
        select unit_id, 'test', 'kept', 3, now() - interval '13 months' from unit_host where host = 'localhost' returning unit_id, message_id, sent_at)
      insert into publication (unit_id, kind, title, importance, audience, state, send_at, sent_at, expected, message_id)
      select unit_id, 'message', 'with a message', 3, '{}', 'sent', sent_at, sent_at, 1, message_id from sent`),
  )
  const { version, ...months } = await read()
  const longer = { ...months, publicationMonths: 12, messageMonths: 24, version }
  expect((await call(saveRetention, longer)).code).toBe('ok')
  await cleanUpOldRecords(test.database)
  expect((await publications()).length).toBe(1)
  const shorter = { ...longer, messageMonths: 12, version: (await read()).version }
  expect((await call(saveRetention, shorter)).code).toBe('ok')
  await cleanUpOldRecords(test.database)
  expect((await publications()).length).toBe(0)
})

it('is what the registry of personal data says of each table', () => {
  const said = Object.entries(TABLES).flatMap(([table, { kept }]) =>
    typeof kept === 'object' ? [[table, kept.unit]] : [],
  )
  expect(Object.fromEntries(said)).toEqual({
    message: 'messageMonths',
    message_recipient: 'messageMonths',
    todo: 'todoMonths',
    publication: 'publicationMonths',
    roster_change: 'rosterMonths',
    theme_change: 'themeMonths',
  })
})
