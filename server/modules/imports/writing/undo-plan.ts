import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { undoObstacles, type UndoReason } from '../../../../contract/endpoints/people/imports.ts'
import type { Tx } from '../../../db/database.ts'
import { queryOne, queryRows } from '../../../db/query.ts'
import { NAME_TABLES, readWholeRows, takenBack } from './whole-rows.ts'
import { makeTable } from '../temporary-table.ts'

/** Of the rows that stand in the way, those that are listed. */
const LISTED = 100

/** Tables whose rows belong to the account alone and go with it. What they hold is compared, or was given by the school. */
const OWN_TABLES = new Set([
  'guardian_contact',
  'account_contact',
  'person_detail',
  'import_run',
  'import_row',
  'import_source',
])

/** Why a row that refers to one of the import keeps it, by its table; of others it is 'used'. */
const REASONS: readonly (readonly [RegExp, UndoReason])[] = [
  [/^(session|sign_in_event|credential|passkey|external_identity|login_device|second_step|oauth_)/, 'signed_in'],
  [/^role_member$/, 'role'],
  [/^guardian/, 'guardian'],
  [/^(user_account$|account_link)/, 'linked'],
  [/^face_/, 'face'],
  [/^(storage|share|hand_in)/, 'files'],
  [/^(message|todo|publication)/, 'messages'],
  [/^attendance/, 'attendance'],
]
const reasonOf = (table: string): UndoReason => REASONS.find(([pattern]) => pattern.test(table))?.[1] ?? 'used'

/**
 * Of the tables that imports write: when a row `t` that refers by a column to a row of the import is itself what a row `r` of the import has written. What that one has written
 * is compared by itself.
 */
const WRITTEN: Readonly<Record<string, (column: string) => SQL>> = {
  student: (column) =>
    sql`r.kind = 'person' and r.target_id = t.student_id and (r.action = 'new' or r.after ? ${column === 'user_id' ? 'hasAccount' : 'classId'})`,
  staff_member: (column) =>
    sql`r.kind = 'person' and r.target_id = t.user_id and (r.action = 'new' or r.after ? ${column === 'user_id' ? 'number' : 'departmentId'})`,
  user_account: () => sql`r.kind = 'person' and r.target_id = t.user_id and (r.action = 'new' or r.after ? 'parentId')`,
  class_teacher: () =>
    sql`r.kind = 'person' and r.target_id = t.user_id and (r.action = 'new' or r.after ? 'teaching')`,
  class_group: (column) =>
    sql`r.kind = 'class' and r.target_id = t.class_id and (r.action = 'new' or r.after ? ${{ grade_id: 'gradeId', campus_id: 'campusId' }[column] ?? 'headTeacherId'})`,
  guardian: () =>
    sql`r.kind = 'guardian' and r.target_id = t.parent_id and r.owner_id = t.student_id and r.action = 'new'`,
}

/**
 * Finds what has been changed or come to be used since an import was applied, in the temporary table `undo_row` until the transaction ends: `kept` are the rows that stay,
 * with all that they need. Needs `readPresentRows` in this transaction.
 */
export async function planUndo(tx: Tx, importId: string, source: string): Promise<z.infer<typeof undoObstacles>> {
  await readWholeRows(tx, importId)
  await openRows(tx, importId)
  await findChanged(tx)
  await findLost(tx)
  await findUsed(tx, importId, source)
  await keepRelated(tx)
  const rows = await queryRows(tx, undoObstacles.shape.rows.def.element)`
    select kind, name, reason, fields from undo_row where reason is not null order by row_no limit ${LISTED}`
  const { kept, rest, keptPeople, restPeople } = await queryOne(tx, counted)`
    select count(*) filter (where kept)::int as kept, count(*) filter (where not kept)::int as rest,
      count(*) filter (where kept and kind = 'person')::int as "keptPeople", count(*) filter (where not kept and kind = 'person')::int as "restPeople" from undo_row`
  return { rows, kept: keptPeople || kept, rest: restPeople || rest }
}

const counted = z.object({ kept: z.number(), rest: z.number(), keptPeople: z.number(), restPeople: z.number() })

async function openRows(tx: Tx, importId: string): Promise<void> {
  // `made`: the identifiers that the undo would delete; of a pupil the account as well.
  await makeTable(tx, 'undo_row', 'unique index on undo_row (row_no)', 'index on undo_row (target_id)')`
    select r.row_no, r.kind, r.name, r.action, r.target_id, r.owner_id, r.before, r.after, r.left_as, r.given ->> 'sourceId' as source_id, w.image, a.applied_at,
      case when r.kind = 'person' then coalesce(s.user_id, case when s.student_id is null then r.target_id end) end as account_id,
      null::text as reason, '{}'::text[] as fields, false as kept
    from import_row r join import_run a using (import_id) left join whole_row w using (row_no) left join student s on r.kind = 'person' and s.student_id = r.target_id
    where r.import_id = ${importId}::uuid and r.action in ('new', 'changed', 'deactivated')`
  await makeTable(tx, 'made', 'index on made (id)')`
    select row_no, target_id as id from undo_row where action = 'new' and kind <> 'guardian'
    union
    select row_no, account_id from undo_row where kind = 'person' and account_id is not null and (action = 'new' or after @> '{"hasAccount": true}')`
}

/** Keeps rows `r` of a condition for a reason, unless there is one already: keep(tx, 'gone')`r.image is null`. */
const keep =
  (tx: Tx, reason: UndoReason, fields: SQL = sql`'{}'`) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]) =>
    tx.execute(sql`
      update undo_row r set kept = true, reason = ${reason}::text, fields = ${fields} where r.reason is null and (${sql(text, ...values)})`)

/** Fields that are not as the import has left them. A field that came with a release after the import has no value in what was kept of it. */
async function findChanged(tx: Tx): Promise<void> {
  await keep(tx, 'gone')`r.image is null`
  // Of imports that were applied before it was kept how they left their rows.
  const empty = sql`e.value in ('null', '""', '[]', '{}', 'true', 'false')`
  const expected = sql`coalesce(r.left_as, r.after - 'type' || case when r.action = 'new' then coalesce((
    select jsonb_object_agg(e.key, e.value) from jsonb_each(r.image) e where not r.after ? e.key and ${empty}), '{}') else '{}' end)`
  const changed = sql`array(
    select e.key from jsonb_each(${takenBack(sql`r.image`)}) e where nullif(e.value, 'null') is distinct from nullif(${expected} -> e.key, 'null') order by e.key)`
  await keep(tx, 'changed', changed)`r.image is not null and ${changed} <> '{}'`
}

/** Fields that cannot become what they were: what they named is gone or closed, or another has it now. */
async function findLost(tx: Tx): Promise<void> {
  const isGone = (field: string, table: string, key: string, more = sql`true`) => sql`
    select ${field}::text as field where r.before ->> ${field} is not null and not exists (
      select from ${sql.identifier(table)} t where t.${sql.identifier(key)} = (r.before ->> ${field})::uuid and ${more})`
  const isTaken = (field: string, column: string) => sql`
    select ${field}::text where r.kind = 'person' and r.before ->> ${field} is not null and exists (
      select from present_person p where p.${sql.identifier(column)} = portal_fold(r.before ->> ${field}) and p.id <> r.target_id
        and (${column} = 'login' or (p.type = 1) = (exists (select from present_person o where o.id = r.target_id and o.type = 1)))
        and p.id not in (select target_id from undo_row u where u.kind = 'person' and (u.action = 'new' or u.before ? ${field})))`
  const lost = sql`array(
    ${isGone('classId', 'class_group', 'class_id', sql`t.closed_on is null`)} union ${isGone('departmentId', 'department', 'department_id')}
    union ${isGone('parentId', 'user_account', 'user_id')} union ${isGone('headTeacherId', 'user_account', 'user_id')}
    union ${isGone('gradeId', 'grade', 'grade_id')} union ${isGone('campusId', 'campus', 'campus_id')}
    union select 'parentId' where r.before ->> 'parentId' is not null and exists (
      select from user_account t where t.parent_id = (r.before ->> 'parentId')::uuid and t.user_id <> r.target_id)
    union select 'idCard' where r.kind = 'person' and exists (
      select from present_person p join present_person o on o.id = r.target_id and (o.type = 1) = (p.type = 1) and (o.type = 3) = (p.type = 3)
      where p.id_card = r.before #>> '{idCard,key}' and p.id <> o.id
        and p.id not in (select target_id from undo_row u where u.kind = 'person' and (u.action = 'new' or u.before ? 'idCard')))
    union ${isTaken('number', 'number')} union ${isTaken('loginName', 'login')} order by 1)`
  await keep(tx, 'gone', lost)`r.action <> 'new' and ${lost} <> '{}'`
}

/** Whatever else refers to what the import made. */
async function findUsed(tx: Tx, importId: string, source: string): Promise<void> {
  await keep(tx, 'merged')`r.row_no in (
    select u.row_no from undo_row u join admin_event e on e.target_id = u.target_id::text and e.at > u.applied_at where u.kind = 'person' and e.action = 'people.merge'
    union select u.row_no from undo_row u join admin_event e on e.target_id = u.account_id::text and e.at > u.applied_at where e.action = 'people.merge')`
  // The username, or whether they may sign in at all, is the import's.
  await keep(
    tx,
    'signed_in',
  )`r.kind = 'person' and r.action = 'changed' and r.after ?| array['loginName', 'active', 'hasAccount'] and r.row_no in (
    select u.row_no from undo_row u join sign_in_event e on e.user_id = u.account_id and e.at > u.applied_at where e.kind = 'signed-in')`
  for (const { table, column } of await findReferences(tx)) {
    if (OWN_TABLES.has(table) || WRITTEN[table]) continue
    // A first password was given by the school, and goes with the account.
    const more = table === 'credential' ? sql`not t.is_first` : sql`true`
    await keep(tx, reasonOf(table))`
      r.row_no in (select m.row_no from made m join ${sql.identifier(table)} t on t.${sql.identifier(column)} = m.id where ${more})`
  }
  await keep(tx, 'used')`r.row_no in (
    select m.row_no from made m join external_key k on k.row_id = m.id
    where not exists (select from import_row o where o.import_id = ${importId}::uuid and o.adds_key and o.target_id = k.row_id and k.source = ${source} and k.source_id = o.given ->> 'sourceId'))`
  await keep(tx, 'messages')`r.row_no in (
    select m.row_no from made m join (
      select id #>> '{}' as id from publication p, jsonb_path_query(p.audience, '$.**{1 to last}') id where jsonb_typeof(id) = 'string') named on named.id = m.id::text)`
  await findWritten(tx)
}

/** Rows of tables that imports write, which are not what a row of the import that goes has written. Returns whether there were any. */
async function findWritten(tx: Tx): Promise<boolean> {
  let found = 0
  for (const { table, column } of await findReferences(tx)) {
    const written = WRITTEN[table]
    // The one who is an employee, and the pupil whose account it is, are the row itself.
    if (!written || (table === 'staff_member' && column === 'user_id')) continue
    const { rowCount } = await tx.execute(sql`
      update undo_row u set kept = true, reason = coalesce(u.reason, case when f.other then ${reasonOf(table)}::text end) from (
        select m.row_no, bool_or(not exists (select from undo_row r where ${written(column)})) as other
        from made m join ${sql.identifier(table)} t on t.${sql.identifier(column)} = m.id
        where not exists (select from undo_row r where not r.kept and ${written(column)}) group by m.row_no) f
      where f.row_no = u.row_no and not u.kept`)
    found += rowCount ?? 0
  }
  return found > 0
}

/** What rows that stay need stays with them: their class, their department, and pupils and guardians one another. */
async function keepRelated(tx: Tx): Promise<void> {
  for (;;) {
    const { rowCount } = await tx.execute(sql`
      update undo_row g set kept = true where g.kind = 'guardian' and g.action = 'new' and not g.kept and exists (
        select from undo_row r where r.kept and r.kind = 'person' and r.action = 'new' and r.image is not null and r.target_id in (g.target_id, g.owner_id))`)
    const { rowCount: more } = await tx.execute(sql`
      update undo_row r set kept = true where r.kind = 'person' and r.action = 'new' and not r.kept and exists (
        select from undo_row g where g.kept and g.kind = 'guardian' and g.action = 'new' and g.image is not null and r.target_id in (g.target_id, g.owner_id))`)
    if (!(await findWritten(tx)) && !rowCount && !more) return
  }
}

const reference = z.object({ table: z.string(), column: z.string() })

/** The columns of all tables that refer to what imports write. */
async function findReferences(tx: Tx) {
  const tables = ['user_account', 'student', 'class_group', ...NAME_TABLES.map(({ kind }) => kind)]
  return queryRows(tx, reference)`
    select distinct c.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and a.attname <> 'unit_id' and has_table_privilege(c.conrelid, 'select')
      and c.confrelid = any (${sql.param(tables)}::text[]::regclass[]) order by 1, 2`
}
