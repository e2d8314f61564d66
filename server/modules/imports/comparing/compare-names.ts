import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { createGrades, type GradeChoice, readGrade } from '../../../../contract/rules/people/class-key.ts'
import { foldName } from '../../../../contract/rules/text/fold-text.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { nextRowNo, refuseRows, warnRows } from './work-rows.ts'
import { makeTable } from '../temporary-table.ts'
import { NAME_TABLES } from '../writing/whole-rows.ts'

interface Named {
  /** Null for one that is to be added. */
  readonly id: string | null
  readonly name: string
  readonly englishName: string
}

const kind = z.literal(['campus', 'grade', 'department', 'subject'])
type NameKind = z.infer<typeof kind>
const namedRow = z.object({ kind, id: z.string(), name: z.string(), englishName: z.string() })
/** A name as the file writes it, with the first row that says it. */
const writtenRow = z.object({ kind, name: z.string(), englishName: z.nullable(z.string()), row: z.number() })
type Written = z.infer<typeof writtenRow>

const namesOf = ({ name, englishName }: Named) => (englishName === '' ? [name] : [name, englishName])

/**
 * Kinds of rows that are names alone: adds rows for the names that the unit does not have, and makes the temporary table `named` of what each name that is written in
 * the file means. Rows with a grade that could be several are refused; where the forms of one grade may mean two, its first row has a warning.
 */
export async function compareNames(tx: Tx): Promise<void> {
  const there = await queryRows(tx, namedRow)`
    ${sql.join(
      NAME_TABLES.map(
        (of) =>
          sql`select ${of.kind}::text as kind, ${of.key} as id, name, english_name as "englishName" from ${of.table}`,
      ),
      sql` union all `,
    )}`
  const said = await queryRows(tx, writtenRow)`
    select kind, name, min(english_name) as "englishName", min(row_no) as row from (
      select 'campus' as kind, given ->> 'campus' as name, null as english_name, row_no from work_row where action is distinct from 'error'
      union all select 'grade', given ->> 'grade', given ->> 'englishGrade', row_no from work_row where action is distinct from 'error'
      union all select 'department', given ->> 'department', given ->> 'englishDepartment', row_no from work_row where action is distinct from 'error'
      union all select 'subject', t ->> 'subject', null, row_no from work_row, jsonb_array_elements(given -> 'teaching') t where action is distinct from 'error') given
    where name is not null group by kind, name order by row`
  const { meanings, added, unclear, doubts } = meet(there, said)
  await addNames(tx, meanings, added)
  for (const { name, among } of unclear)
    await refuseRows(tx, 'grade_ambiguous', 'grade', {
      value: sql`${name}::text`,
      params: sql`jsonb_build_object('value', ${name}::text, 'among', ${among}::text)`,
    })`r.given ->> 'grade' = ${name}`
  for (const { name, as, row, code } of doubts)
    await warnRows(tx, code, 'grade', {
      value: sql`${name}::text`,
      params: sql`jsonb_build_object('value', ${name}::text, 'as', ${as}::text)`,
    })`r.row_no = ${row}`
}

interface Meaning extends Pick<Written, 'kind' | 'name'> {
  readonly of: Named
}

/** What each written name means: one of the unit, or one that is added, in the order in which they are to be. */
function meet(there: readonly z.infer<typeof namedRow>[], said: readonly Written[]) {
  const grades = createGrades<Named>()
  const others = new Map<string, Named>()
  const placeOf = (of: NameKind, name: string) => JSON.stringify([of, foldName(name)])
  const know = (of: NameKind, one: Named) => {
    if (of === 'grade') grades.add(one)
    else for (const name of namesOf(one)) if (!others.has(placeOf(of, name))) others.set(placeOf(of, name), one)
  }
  const choose = (of: NameKind, name: string): GradeChoice<Named> => {
    if (of === 'grade') return grades.choose(name)
    const found = others.get(placeOf(of, name))
    return { isAlike: false, among: [], ...(found && { grade: found }) }
  }
  for (const one of there) know(one.kind, one)
  const meanings: Meaning[] = []
  const added: (Written & { readonly of: Named })[] = []
  const unclear: { name: string; among: string }[] = []
  const doubts: { name: string; as: string; row: number; code: 'grades_alike' | 'grades_apart' }[] = []
  for (const written of said) {
    const { kind: of, name, row } = written
    const choice = choose(of, name)
    if (choice.among.length > 0) {
      unclear.push({ name, among: choice.among.map((one) => one.name).join(' / ') })
      continue
    }
    if (choice.grade) {
      meanings.push({ kind: of, name, of: choice.grade })
      if (choice.isAlike) doubts.push({ name, as: choice.grade.name, row, code: 'grades_alike' })
      continue
    }
    if (choice.apart) doubts.push({ name, as: choice.apart.name, row, code: 'grades_apart' })
    const one: Named = { id: null, name, englishName: written.englishName ?? '' }
    know(of, one)
    added.push({ ...written, of: one })
    meanings.push({ kind: of, name, of: one })
  }
  const rankOf = ({ kind: of, name }: Written) => (of === 'grade' ? (readGrade(name).rank ?? Infinity) : 0)
  return { meanings, added: added.toSorted((a, b) => rankOf(a) - rankOf(b) || a.row - b.row), unclear, doubts }
}

const addedRow = z.object({ place: z.number(), id: z.string() })

async function addNames(
  tx: Tx,
  meanings: readonly Meaning[],
  added: readonly (Written & { readonly of: Named })[],
): Promise<void> {
  const given = JSON.stringify(
    added.map(({ kind: of, name, englishName }, place) => ({ kind: of, name, englishName, place })),
  )
  const rows = await queryRows(tx, addedRow)`
    with given as (
      select *, portal_new_id() as id from jsonb_to_recordset(${given}::jsonb) as g (kind text, name text, "englishName" text, place int)),
    written as (
      insert into work_row (row_no, kind, name, action, target_id, after)
      select ${nextRowNo(sql`g.place`)}, g.kind, g.name, 'new', g.id, jsonb_strip_nulls(jsonb_build_object('name', g.name, 'englishName', g."englishName")) from given g)
    select place, id from given`
  const ids = new Map(rows.map(({ place, id }) => [added[place]?.of, id]))
  await makeTable(tx, 'named', 'unique index on named (kind, name)')`
    select kind, name, id from jsonb_to_recordset(${JSON.stringify(
      meanings.map(({ kind: of, name, of: one }) => ({ kind: of, name, id: one.id ?? ids.get(one) })),
    )}::jsonb) as m (kind text, name text, id uuid)`
}

/** The identifier of a name as it is written in the file, there or to be added. */
export function idOfName(of: NameKind, name: SQL): SQL {
  return sql`(select y.id from named y where y.kind = ${of} and y.name = ${name})`
}
