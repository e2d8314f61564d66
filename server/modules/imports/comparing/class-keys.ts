import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  createGrades,
  gradeKey,
  keysOfClass,
  looseClassKey,
  pairKey,
} from '../../../../contract/rules/people/class-key.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { warnRows } from './work-rows.ts'
import { makeTable } from '../temporary-table.ts'

const pairRow = z.object({ grade: z.string(), class: z.string() })

/** Sets `match_key` of rows that name a class, and makes the temporary table `written_class` of the keys of all pairs of grade and class in the file. */
export async function keyWrittenClasses(tx: Tx): Promise<void> {
  const rows = await queryRows(tx, pairRow)`
    select distinct coalesce(given ->> 'grade', '') as grade, given ->> 'class' as class from work_row where kind in ('class', 'person') and given ? 'class'
    union select coalesce(t ->> 'grade', ''), t ->> 'class' from work_row, jsonb_array_elements(given -> 'teaching') t`
  const grades = await gradesOfAll(tx)
  const keyed = rows.map((one) => ({ ...one, key: pairKey(one.grade, one.class, grades) }))
  await makeTable(tx, 'written_class', 'unique index on written_class (class, grade)')`
    select * from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as w (grade text, class text, key text)`
  await tx.execute(sql`
    update work_row r set match_key = w.key from written_class w
    where r.kind in ('class', 'person') and w.class = r.given ->> 'class' and w.grade = coalesce(r.given ->> 'grade', '')`)
}

const gradeRow = z.object({ name: z.string(), englishName: z.string() })

/** The grades of the unit, and those that the file adds. */
async function gradesOfAll(tx: Tx): Promise<ReturnType<typeof createGrades<z.infer<typeof gradeRow>>>> {
  const rows = await queryRows(tx, gradeRow)`
    select name, english_name as "englishName" from grade
    union all select name, coalesce(after ->> 'englishName', '') from work_row where kind = 'grade' and action = 'new'`
  return createGrades(rows)
}

const present = z.object({
  id: z.string(),
  grade: z.string(),
  gradeEnglish: z.string(),
  name: z.string(),
  englishName: z.string(),
})

const presentClasses = (tx: Tx) => queryRows(tx, present)`
    select id, grade, grade_english as "gradeEnglish", name, english_name as "englishName" from present_class`

/** Makes the temporary table `present_key` of the keys by which rows may name the unit's classes. */
export async function keyPresentClasses(tx: Tx): Promise<void> {
  const keyed = (await presentClasses(tx)).flatMap(({ id, grade, gradeEnglish, ...names }) =>
    keysOfClass({ name: grade, englishName: gradeEnglish }, names).map((key) => ({ id, key })),
  )
  await makeTable(tx, 'present_key', 'index on present_key (key)')`
    select k.id, k.key, c.campus_id from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as k (id uuid, key text) join present_class c on c.id = k.id`
}

const ofFile = z.extend(present, { rowNo: z.number(), key: z.string() })

/** Adds the file's classes to `known_class`, by all their keys. */
export async function keyKnownClasses(tx: Tx): Promise<void> {
  const keyed = (await classesOfFile(tx)).flatMap(({ rowNo, key, grade, gradeEnglish, ...names }) =>
    [...new Set([key, ...keysOfClass({ name: grade, englishName: gradeEnglish }, names)])].map((one) => ({
      rowNo,
      key: one,
    })),
  )
  await tx.execute(sql`
    insert into known_class (id, key, campus_id, source_id)
    select r.target_id, k.key, (r.wanted ->> 'campusId')::uuid, r.given ->> 'sourceId'
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as k ("rowNo" int, key text) join work_row r on r.row_no = k."rowNo"
    where not exists (select from known_class c where c.id = r.target_id and c.key = k.key and c.source_id is not distinct from r.given ->> 'sourceId')`)
}

const classesOfFile = (tx: Tx) => queryRows(tx, ofFile)`
    select row_no as "rowNo", target_id as id, match_key as key, coalesce(given ->> 'grade', '') as grade, coalesce(given ->> 'englishGrade', '') as "gradeEnglish",
      given ->> 'class' as name, coalesce(given ->> 'englishName', '') as "englishName"
    from work_row where kind = 'class' and action in ('new', 'unchanged') and match_key is not null order by row_no`

/** Names that are written so differently that they are two classes, and so alike that they may be one, are said of the new one. */
export async function warnOfAlikeClasses(tx: Tx): Promise<void> {
  const known = new Map<string, { id: string; name: string }>()
  const grades = await gradesOfAll(tx)
  const keyOf = (grade: string, name: string) =>
    JSON.stringify([gradeKey(grades.choose(grade).grade?.name ?? grade), looseClassKey(grade, name)])
  for (const { id, grade, name } of await presentClasses(tx))
    known.set(keyOf(grade, name), { id, name: `${grade} ${name}` })
  const alike: { rowNo: number; value: string; as: string }[] = []
  for (const { rowNo, id, grade, name } of await classesOfFile(tx)) {
    const found = known.get(keyOf(grade, name))
    if (found === undefined) known.set(keyOf(grade, name), { id, name: `${grade} ${name}` })
    else if (found.id !== id) alike.push({ rowNo, value: `${grade} ${name}`, as: found.name })
  }
  if (alike.length === 0) return
  const said = sql`(select a from jsonb_array_elements(${JSON.stringify(alike)}::jsonb) a where (a ->> 'rowNo')::int = r.row_no)`
  const remark = { value: sql`r.given ->> 'class'`, params: sql`(${said} - 'rowNo')` }
  await warnRows(tx, 'classes_alike', 'class', remark)`r.kind = 'class' and r.action = 'new' and ${said} is not null`
}
