import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { queryAny, queryIds, queryOne, queryRows } from '../../../server/db/query.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

const row = z.object({ number: z.number(), name: z.string() })
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

it('reads rows, with values as parameters and parts of statements as they are', async () => {
  const name = `o'clock`
  const rows = await test.database.transaction(
    (tx) =>
      queryRows(
        tx,
        row,
      )`select number, ${name}::text as name from generate_series(1, ${2}::int) number ${sql`order by number desc`}`,
  )
  expect(rows).toEqual([
    { number: 2, name },
    { number: 1, name },
  ])
})

it('refuses a row that is not as described', async () => {
  const read = test.database.transaction((tx) => queryRows(tx, row)`select 1 as number`)
  await expect(read).rejects.toThrow(z.core.$ZodError)
})

it('reads the one row of a statement, and no other number of rows', async () => {
  const read = (rows: number) =>
    test.database.transaction(
      (tx) => queryOne(tx, row)`select number, '' as name from generate_series(1, ${rows}::int) number`,
    )
  expect(await read(1)).toEqual({ number: 1, name: '' })
  await expect(read(0)).rejects.toThrow()
  await expect(read(2)).rejects.toThrow('2 rows instead of one')
})

it('reads identifiers, and whether there is a row', async () => {
  const read = await test.database.transaction(async (tx) => ({
    ids: await queryIds(tx)`select number::text as id from generate_series(1, ${2}::int) number`,
    some: await queryAny(tx)`select from generate_series(1, ${2}::int)`,
    none: await queryAny(tx)`select from generate_series(1, ${0}::int)`,
  }))
  expect(read).toEqual({ ids: ['1', '2'], some: true, none: false })
})
