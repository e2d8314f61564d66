import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Tx } from '../../db/database.ts'
import { syllablesOf } from './pinyin.ts'

/** Names for one transaction: enough to be done soon, and few enough that nobody waits for their rows. */
const BATCH = 500
const TABLES = [
  { table: 'user_account', key: 'user_id' },
  { table: 'student', key: 'student_id' },
] as const

const unknown = z.array(z.object({ key: z.string(), name: z.string() }))

/** A person's name as it is typed in pinyin, as the database keeps it. */
export async function namePinyin(realName: string): Promise<string> {
  return (await syllablesOf(realName, { surname: true })).join(' ')
}

/** Works out the pinyin of people whose name is new or was changed, in every unit; resolves to how many there were. */
export async function fillPinyin(database: Database): Promise<number> {
  let filled = 0
  for (const { table, key } of TABLES) {
    let batch = BATCH
    while (batch === BATCH) {
      batch = await database.asOwner((tx) => fillBatch(tx, table, key))
      filled += batch
    }
  }
  return filled
}

async function fillBatch(tx: Tx, table: string, key: string): Promise<number> {
  const [name, id] = [sql.identifier(table), sql.identifier(key)]
  const { rows } = await tx.execute(sql`
    select ${id} as key, real_name as name from ${name} where name_pinyin is null limit ${BATCH} for update skip locked`)
  const people = z.parse(unknown, rows)
  if (people.length === 0) return 0
  const given = await Promise.all(people.map(async (one) => ({ ...one, pinyin: await namePinyin(one.name) })))
  await tx.execute(sql`
    update ${name} as person set name_pinyin = given.pinyin
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (key uuid, name text, pinyin text)
    where person.${id} = given.key and person.real_name = given.name`)
  return people.length
}
