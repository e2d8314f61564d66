import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/** A row that is not as it was expected. */
export interface DriftedRow {
  readonly kind: string
  readonly name: string
}

const LISTED = 100

/**
 * Rows whose people, classes or guardians are not as the import left them (`after`), or as its preview saw them (`before`). Needs `readPresentRows` in this
 * transaction.
 */
export async function findDrift(tx: Tx, importId: string, expected: 'before' | 'after'): Promise<DriftedRow[]> {
  const image = expected === 'before' ? sql`r.before` : sql`r.after - 'type'`
  const made = expected === 'before' ? sql`p.id is not null` : sql`p.id is null or not p.image @> (${image})`
  const rowsOf = (kind: string, present: SQL) => sql`
    select r.row_no, r.kind, r.name from import_row r left join ${present} p on p.id = r.target_id
    where r.import_id = ${importId}::uuid and r.kind = ${kind} and (
      r.action in ('changed', 'deactivated') and (p.id is null or not p.image @> (${image})) or r.action = 'new' and (${made}))`
  const { rows } = await tx.execute<{ kind: string; name: string }>(sql`
    select kind, name from (
      ${rowsOf('person', sql`present_person`)} union all ${rowsOf('class', sql`present_class`)}
      union all
      select r.row_no, r.kind, r.name from import_row r left join present_guardian p on p.parent_id = r.target_id and p.student_id = r.owner_id
      where r.import_id = ${importId}::uuid and r.kind = 'guardian' and (
        r.action = 'changed' and (p.image is null or not p.image @> (${image}))
        or r.action = 'new' and ${expected === 'before' ? sql`p.image is not null` : sql`(p.image is null or not p.image @> (${image}))`})) drifted
    order by row_no limit ${LISTED}`)
  return rows
}

/** Tables whose rows belong to the account alone, and go with it. */
const OWN_TABLES = ['credential', 'guardian_contact', 'account_contact', 'import_run', 'import_row', 'import_source']
/** Tables that imports write, with the column that says whose row it is. */
const WRITTEN_TABLES: Readonly<Record<string, string>> = {
  student: 'student_id',
  class_group: 'class_id',
  staff_member: 'user_id',
  guardian: 'student_id',
  class_teacher: 'user_id',
  user_account: 'user_id',
}

/** Rows that the import made and that something else has come to depend on: signed in, messages, attendance, pupils who were moved into a class, … */
export async function findDependents(tx: Tx, importId: string): Promise<DriftedRow[]> {
  await tx.execute(sql`drop table if exists made`)
  await tx.execute(sql`
    create temporary table made on commit drop as
    select row_no, kind, name, target_id as id from import_row where import_id = ${importId}::uuid and action = 'new' and kind <> 'guardian'
    union all
    select r.row_no, r.kind, r.name, s.user_id from import_row r join student s on s.student_id = r.target_id
    where r.import_id = ${importId}::uuid and r.kind = 'person' and r.after @> '{"hasAccount": true}' and s.user_id is not null`)
  await tx.execute(sql`create index on made (id)`)
  await tx.execute(sql`drop table if exists concerned`)
  await tx.execute(sql`
    create temporary table concerned on commit drop as
    select target_id as id from import_row where import_id = ${importId}::uuid and action in ('new', 'changed', 'deactivated') and target_id is not null`)
  await tx.execute(sql`create index on concerned (id)`)
  await tx.execute(sql`analyze made; analyze concerned`)
  const { rows: references } = await tx.execute<{ referencing: string; field: string }>(sql`
    select distinct c.conrelid::regclass::text as referencing, a.attname::text as field
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and a.attname <> 'unit_id' and has_table_privilege(c.conrelid, 'select')
      and c.confrelid in ('user_account'::regclass, 'student'::regclass, 'class_group'::regclass, 'grade'::regclass, 'campus'::regclass,
        'department'::regclass, 'subject'::regclass)`)
  const found: DriftedRow[] = []
  for (const { referencing, field } of references) {
    if (OWN_TABLES.includes(referencing)) continue
    const own = WRITTEN_TABLES[referencing]
    const [table, column] = [sql.identifier(referencing), sql.identifier(field)]
    const others = own === undefined ? sql`true` : sql`t.${sql.identifier(own)} not in (select id from concerned)`
    const { rows } = await tx.execute<{ kind: string; name: string }>(sql`
      select distinct m.kind, m.name from made m join ${table} t on t.${column} = m.id where ${others} limit ${LISTED - found.length}`)
    found.push(...rows)
    if (found.length >= LISTED) break
  }
  return found
}
