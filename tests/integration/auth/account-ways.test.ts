import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../../contract/table.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { ACCOUNT_WAYS, namesAccount, SECRETS } from './account-ways.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

it('says of every endpoint that names an account how it keeps to the rule about who may act for whom', () => {
  const naming = endpoints.filter(namesAccount).map(({ name }) => name)
  expect(
    naming.filter((name) => !ACCOUNT_WAYS.has(name)),
    'say in account-ways.ts how these keep to the rule',
  ).toEqual([])
  expect(naming.length).toBeGreaterThan(80)
})

it('says it of no endpoint that is gone', () => {
  const known = new Set(endpoints.map(({ name }) => name))
  expect([...ACCOUNT_WAYS.keys()].filter((name) => !known.has(name))).toEqual([])
})

it('says of every secret that is kept of a person who gives it, and that whoever redeems a given one asks about the giver', async () => {
  const { rows } = await own.database.asOwner((tx) =>
    tx.execute<{ name: string }>(sql`
      select distinct c.table_name as name from information_schema.columns c join information_schema.columns o using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name ~ '(hash|secret|descriptor|public_key|subject|sealed_code)' and c.data_type in ('bytea', 'text')
        and o.column_name in ('user_id', 'student_id') order by 1`),
  )
  expect(
    rows.map(({ name }) => name).filter((name) => !(name in SECRETS)),
    'say in account-ways.ts who gives these',
  ).toEqual([])
  const redeeming = Object.values(SECRETS).flatMap((one) => (typeof one === 'string' ? [] : one.given))
  expect(redeeming.filter((name) => ACCOUNT_WAYS.get(name) !== 'asks about the giver')).toEqual([])
  const asking = [...ACCOUNT_WAYS].flatMap(([name, keeping]) => (keeping === 'asks about the giver' ? [name] : []))
  expect(redeeming.toSorted()).toEqual(asking.toSorted())
})
