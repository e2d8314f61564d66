import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Tx, Database } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import type { pinyin } from 'pinyin-pro'

/** Names in one transaction, to keep row locks short. */
const BATCH = 500
const TABLES = [
  { table: 'user_account', key: 'user_id' },
  { table: 'student', key: 'student_id' },
] as const

const unknown = z.object({ key: z.string(), name: z.string() })

/** The pinyin of a person's name, as it is stored. */
export async function namePinyin(realName: string): Promise<string> {
  // Radicals and wide letters have no syllables of their own; a name that changes its length by that would lose the place of each.
  const plain = realName.normalize('NFKC')
  const name = [...plain].length === [...realName].length ? plain : realName
  return (await syllablesOf(name, { surname: true })).join(' ')
}

/** Computes the pinyin of new and changed names in every unit; resolves to their number. */
export async function fillPinyin(database: Pick<Database, 'asOwner'>): Promise<number> {
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
  const people = await queryRows(tx, unknown)`
    select ${id} as key, real_name as name from ${name} where name_pinyin is null limit ${BATCH} for update skip locked`
  if (people.length === 0) return 0
  const given = await Promise.all(people.map(async (one) => ({ ...one, pinyin: await namePinyin(one.name) })))
  await tx.execute(sql`
    update ${name} as person set name_pinyin = given.pinyin
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (key uuid, name text, pinyin text)
    where person.${id} = given.key and person.real_name = given.name`)
  return people.length
}

/** Cached texts: names of applications, on every desktop. */
const REMEMBERED = 5000

const known = new LRUCache<string, readonly string[]>({ max: REMEMBERED })
let loading: Promise<typeof pinyin> | undefined

/**
 * The syllables of a text, one for each character, without tones: "ü" as "v", other characters as themselves in lower case, spaces empty. `surname`:
 * the text is a person's name, so that 曾 is zeng. The dictionary is loaded on first use.
 */
export async function syllablesOf(text: string, { surname = false } = {}): Promise<readonly string[]> {
  const key = `${surname ? 'p' : 't'}${text}`
  const before = known.get(key)
  if (before) return before
  const read = await dictionary()
  const characters = read(text, { type: 'all', toneType: 'none', v: true, surname: surname ? 'head' : 'off' })
  const syllables = characters.map((one) => (one.isZh ? one.pinyin : one.origin.toLowerCase().trim()))
  known.set(key, syllables)
  return syllables
}

async function dictionary(): Promise<typeof pinyin> {
  loading ??= import('pinyin-pro').then((module) => module.pinyin)
  return loading
}
