import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  asId,
  isoText,
  jsonArgument,
  queryAny,
  queryOne,
  queryRows,
  queryValue,
  queryValues,
  readNow,
} from '../../../server/db/query.ts'
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

it('says whether there is a row', async () => {
  await test.database.transaction(async (tx) => {
    expect(await queryAny(tx)`select from generate_series(1, ${2}::int)`).toBe(true)
    expect(await queryAny(tx)`select from generate_series(1, ${0}::int)`).toBe(false)
  })
})

it('reads one column, of all rows and of the one row', async () => {
  await test.database.transaction(async (tx) => {
    expect(await queryValues(tx, z.number())`select n from generate_series(1, 3) n`).toEqual([1, 2, 3])
    expect(await queryValue(tx, z.nullable(z.string()))`select null`).toBeNull()
    await expect(queryValue(tx, z.number())`select 1 where false`).rejects.toThrow(z.core.$ZodError)
    await expect(queryValue(tx, z.number())`select n from generate_series(1, 2) n`).rejects.toThrow(
      '2 rows instead of one',
    )
  })
})

it('finds nothing by an identifier that is none, and gives moments as the contract has them', async () => {
  const id = '5f3c1e0a-1111-4222-8333-444455556666'
  await test.database.transaction(async (tx) => {
    expect(await queryValue(tx, z.nullable(z.string()))`select ${asId("1' or true")}`).toBeNull()
    expect(await queryValue(tx, z.nullable(z.string()))`select ${asId(id)}`).toBe(id)
    const at = sql`'2026-11-30 20:00:00.5+08'::timestamptz`
    expect(await queryValue(tx, z.string())`select ${isoText(at)}`).toBe('2026-11-30T12:00:00.500Z')
    const iso = await queryValue(tx, z.string())`select ${isoText(sql`now()`)}`
    expect((await readNow(tx)).toISOString()).toBe(iso)
  })
})

it('gives a function bytes and lists of bytes in one JSON', async () => {
  const given = jsonArgument({ bytes: Buffer.from([0, 255]), list: [Buffer.from([1])], word: 'a', missing: undefined })
  const read = await test.database.transaction(
    (tx) =>
      queryValue(tx, z.boolean())`
        select bytes = '\\x00ff' and list = array['\\x01']::bytea[] and word = 'a' and missing is null
        from json_to_record(${given}::json) as g (bytes bytea, list bytea[], word text, missing text)`,
  )
  expect(read).toBe(true)
})
