import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { makeTable } from '../temporary-table.ts'
import { imageColumns } from '../../people/field-sql.ts'

/** Kinds of rows that are names alone, with their tables. */
export const NAME_TABLES = (['campus', 'grade', 'department', 'subject'] as const).map((kind) => ({
  kind,
  table: sql.identifier(kind),
  key: sql.identifier(`${kind}_id`),
}))

/** Columns that `image` has under another name, that say whose row it is, or that the portal works out by itself. */
const OWN_COLUMNS = sql`array['unit_id', 'user_id', 'student_id', 'parent_id', 'class_id', 'grade_id', 'campus_id', 'department_id', 'subject_id', 'head_teacher_id', 'position', 'name', 'status', 'left_on',
  'left_reason', 'phone', 'relation', 'user_type', 'created_at', 'changed_at', 'chosen_at', 'closed_on', 'name_pinyin'] || ${sql.param(imageColumns)}::text[] || (
    select coalesce(array_agg(attname::text), '{}') from pg_attribute where attgenerated <> '' and attrelid in ('student'::regclass, 'user_account'::regclass))`
const others = (...rows: SQL[]) =>
  sql`jsonb_build_object('other', ${sql.join(
    rows.map((row) => sql`coalesce(jsonb_strip_nulls(to_jsonb(${row}) - own.columns), '{}')`),
    sql` || `,
  )})`

/**
 * What the rows that an import has made, changed or deactivated are now, in the temporary table `whole_row` until the transaction ends: `image` has the fields that imports
 * write, and in `other` all that an undo would delete with them. Needs `readPresentRows` in this transaction.
 */
export async function readWholeRows(tx: Tx, importId: string): Promise<void> {
  const written = sql`r.import_id = ${importId}::uuid and r.action in ('new', 'changed', 'deactivated')`
  const names = NAME_TABLES.map(
    ({ kind, table, key }) => sql`
      select r.row_no, jsonb_build_object('name', t.name, 'englishName', t.english_name) || ${others(sql`t`)} from own, import_row r
      join ${table} t on t.${key} = r.target_id where ${written} and r.kind = ${kind}`,
  )
  await makeTable(tx, 'whole_row', 'unique index on whole_row (row_no)')`
    with own as materialized (select ${OWN_COLUMNS} as columns)
    select r.row_no, p.image || ${others(sql`s`, sql`a`, sql`m`, sql`c`)} as image from own, import_row r join present_person p on p.id = r.target_id
    left join student s on s.student_id = p.id left join user_account a on a.user_id = p.user_id left join staff_member m on m.user_id = p.user_id
    left join account_contact c on c.user_id = p.user_id where ${written} and r.kind = 'person'
    union all
    select r.row_no, p.image || ${others(sql`c`)} from own, import_row r join present_class p on p.id = r.target_id join class_group c on c.class_id = p.id
    where ${written} and r.kind = 'class'
    union all
    select r.row_no, case when r.action = 'new' then p.image - 'phone' || ${others(sql`g`)} else p.image end from own, import_row r
    join present_guardian p on p.parent_id = r.target_id and p.student_id = r.owner_id join guardian g on g.parent_id = p.parent_id and g.student_id = p.student_id
    where ${written} and r.kind = 'guardian'
    union all ${sql.join(names, sql` union all `)}`
}

/** Of `image` of a row `r` what its undo would take back: all of a new one, else what the import has changed. */
export const takenBack = (image: SQL) => sql`case when r.action = 'new' then ${image} else (
  select jsonb_object_agg(e.key, e.value) from jsonb_each(${image}) e
  where r.before ? e.key or e.key = 'other' and r.after @> '{"hasAccount": true}') end`

/** Keeps how an import has left its rows. Needs `readPresentRows` in this transaction, after they were written. */
export async function keepWholeRows(tx: Tx, importId: string): Promise<void> {
  await readWholeRows(tx, importId)
  await tx.execute(sql`
    update import_row r set left_as = ${takenBack(sql`w.image`)} from whole_row w where r.import_id = ${importId}::uuid and w.row_no = r.row_no`)
}

/** Locks the people, classes and guardians of an import until the transaction ends: what is compared then holds when it is written. */
export async function lockRows(tx: Tx, importId: string): Promise<void> {
  const ids = (kind: string) =>
    sql`select target_id from import_row where import_id = ${importId}::uuid and kind = ${kind} and action in ('new', 'changed', 'deactivated')`
  const accounts = sql`select user_id from student where student_id in (${ids('person')}) union ${ids('person')} union ${ids('guardian')}`
  const locked = async (table: string, key: string, wanted: SQL) =>
    tx.execute(sql`
      select from ${sql.identifier(table)} where ${sql.identifier(key)} in (${wanted}) order by ${sql.identifier(key)} for update`)
  await locked('student', 'student_id', ids('person'))
  await locked('user_account', 'user_id', accounts)
  await locked('staff_member', 'user_id', accounts)
  await locked('account_contact', 'user_id', accounts)
  await locked('guardian_contact', 'parent_id', accounts)
  await locked('person_detail', 'student_id', ids('person'))
  await locked('person_detail', 'user_id', accounts)
  await locked('class_group', 'class_id', ids('class'))
  for (const { kind } of NAME_TABLES) await locked(kind, `${kind}_id`, ids(kind))
  await tx.execute(sql`
    select from guardian g join import_row r on r.target_id = g.parent_id and r.owner_id = g.student_id
    where r.import_id = ${importId}::uuid and r.kind = 'guardian' and r.action in ('new', 'changed') order by g.parent_id, g.student_id for update of g`)
}
