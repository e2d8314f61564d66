import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DETAIL_FIELDS, importName } from '../../../../contract/people/fields.ts'
import { placeOfGrade, readGrade } from '../../../../contract/rules/people/class-key.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows, queryValue, queryValues } from '../../../db/query.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { assignmentsOf, hasNoDetail, newRowOf } from '../../people/field-sql.ts'
import { NAME_TABLES } from './whole-rows.ts'
import { makeTable } from '../temporary-table.ts'

/** What is told while an import is written or taken back: percent. */
export type OnProgress = (percent: number) => Promise<void>

/**
 * Writes the previewed rows of an import into the unit's tables. Throws database errors for what has come meanwhile. Needs `readPresentRows` in this
 * transaction, and that nothing has changed since the preview.
 */
export async function writeRows(tx: Tx, importId: string, source: string, onProgress: OnProgress): Promise<void> {
  await openWrittenRows(tx, importId)
  await addNames(tx)
  await onProgress(10)
  await addAccounts(tx)
  await onProgress(30)
  await tx.execute(sql`
    insert into class_group (class_id, unit_id, grade_id, campus_id, name, english_name, head_teacher_id, position)
    select target_id, portal_unit_id(), (after ->> 'gradeId')::uuid, (after ->> 'campusId')::uuid, after ->> 'name', coalesce(after ->> 'englishName', after ->> 'name'),
      (after ->> 'headTeacherId')::uuid, ${nextPosition(sql`class_group`)} + row_number() over (order by row_no)
    from written where kind = 'class' and action = 'new'`)
  await addPeople(tx)
  await onProgress(50)
  await changeRows(tx)
  await onProgress(70)
  await writeContacts(tx, sql`written where action in ('new', 'changed') and kind = 'person' and after ? 'phone'`)
  await writeDetails(tx)
  await writeTeaching(tx)
  await onProgress(80)
  await tx.execute(sql`
    insert into guardian (unit_id, parent_id, student_id, relation, origin, origin_at, origin_by, origin_import)
    select portal_unit_id(), w.target_id, w.owner_id, w.after ->> 'relation', 'import', now(), i.user_id, i.import_id
    from written w join import_run i on i.import_id = ${importId}::uuid where w.kind = 'guardian' and w.action = 'new'`)
  await changeGuardians(tx)
  await tx.execute(sql`
    insert into external_key (unit_id, source, kind, source_id, row_id)
    select portal_unit_id(), ${source}, case when kind = 'class' then 'class' when given ->> 'type' = '1' then 'student' else 'account' end, given ->> 'sourceId', target_id
    from written where adds_key
    on conflict do nothing`)
  await onProgress(95)
}

/**
 * The rows as a temporary table, with what is written now in `after`: backwards it is what was before, of rows that the import changed. Rows that it made are not in it then.
 */
async function openWrittenRows(tx: Tx, importId: string, backwards = false): Promise<void> {
  const after = backwards ? sql`before` : sql`after`
  const actions = backwards ? sql`('changed', 'deactivated')` : sql`('new', 'changed', 'deactivated')`
  await makeTable(tx, 'written', 'index on written (target_id)')`
    select row_no, kind, case when action = 'deactivated' then 'changed' else action end as action, target_id, owner_id, given, ${after} as after, ${backwards ? sql`after` : sql`before`} as before,
      adds_key, case when kind = 'guardian' then 3 else (given ->> 'type')::smallint end as type, null::uuid as account_id
    from import_row where import_id = ${importId}::uuid and not kept and (action in ${actions} or ${backwards ? sql`false` : sql`adds_key`})`
}

async function addNames(tx: Tx): Promise<void> {
  for (const { kind, table, key } of NAME_TABLES)
    await tx.execute(sql`
      insert into ${table} (${key}, unit_id, name, english_name, position)
      select target_id, portal_unit_id(), after ->> 'name', coalesce(after ->> 'englishName', after ->> 'name'),
        ${nextPosition(table)} + row_number() over (order by row_no)
      from written where kind = ${kind} and action = 'new'`)
  await placeNewGrades(tx)
}

const gradeRow = z.object({ id: z.string(), name: z.string(), isNew: z.boolean() })

/** New grades stand where their meaning belongs among those that are there, whose order stays. */
async function placeNewGrades(tx: Tx): Promise<void> {
  const all = await queryRows(tx, gradeRow)`
    select grade_id as id, name, exists (select from written w where w.kind = 'grade' and w.action = 'new' and w.target_id = grade_id) as "isNew"
    from grade order by position, name`
  if (!all.some(({ isNew }) => isNew)) return
  const ordered = all.filter(({ isNew }) => !isNew)
  for (const one of all.filter(({ isNew }) => isNew)) {
    const ranks = ordered.map(({ name }) => readGrade(name).rank)
    ordered.splice(placeOfGrade(ranks, readGrade(one.name).rank), 0, one)
  }
  await tx.execute(sql`
    update grade g set position = o.at - 1 from unnest(${sql.param(ordered.map(({ id }) => id))}::uuid[]) with ordinality as o (id, at)
    where g.grade_id = o.id and g.position <> o.at - 1`)
}

/** One less than the first free one. */
const nextPosition = (table: SQLWrapper) => sql`(select coalesce(max(position), -1) from ${table})`

/** Accounts of new people, and of pupils who get one. */
async function addAccounts(tx: Tx): Promise<void> {
  const account = newRowOf('user_account')
  await tx.execute(sql`
    update written set account_id = case when type = 1 then portal_new_id() else target_id end
    where kind = 'person' and (action = 'new' and type <> 1 or type = 1 and action in ('new', 'changed') and after @> '{"hasAccount": true}')`)
  await tx.execute(sql`
    insert into user_account (user_id, unit_id, user_type, parent_id, ${account.columns})
    select w.account_id, portal_unit_id(), w.type, (w.after ->> 'parentId')::uuid, ${account.values}
    from written w left join student s on s.student_id = w.target_id where w.account_id is not null`)
}

async function addPeople(tx: Tx): Promise<void> {
  const pupil = newRowOf('student')
  await tx.execute(sql`
    insert into student (student_id, unit_id, user_id, class_id, ${pupil.columns})
    select target_id, portal_unit_id(), account_id, (after ->> 'classId')::uuid, ${pupil.values} from written w where kind = 'person' and action = 'new' and type = 1`)
  await tx.execute(sql`
    update student s set user_id = w.account_id from written w
    where w.kind = 'person' and w.action = 'changed' and w.type = 1 and w.account_id is not null and s.student_id = w.target_id`)
  const employee = newRowOf('staff_member')
  await tx.execute(sql`
    insert into staff_member (user_id, unit_id, ${employee.columns})
    select target_id, portal_unit_id(), ${employee.values} from written w where kind = 'person' and action = 'new' and type in (2, 4)`)
}

/** Fields of people and classes that are there; those who leave lose their class or their sign-in. */
async function changeRows(tx: Tx): Promise<void> {
  const people = sql`w.kind = 'person' and w.action = 'changed'`
  const leaves = sql`w.after @> '{"active": false}'`
  await tx.execute(sql`
    update student s set ${assignmentsOf('student')},
      class_id = case when ${leaves} then null else coalesce((w.after ->> 'classId')::uuid, s.class_id) end,
      left_on = case when w.after ->> 'leftOn' is not null then (w.after ->> 'leftOn')::date when ${leaves} then coalesce(s.left_on, current_date) when w.after ->> 'classId' is not null then null else s.left_on end,
      left_reason = case when w.after ->> 'leftReason' is not null then w.after ->> 'leftReason' when ${leaves} then coalesce(s.left_reason, 'left') when w.after ->> 'classId' is not null then null else s.left_reason end
    from written w where ${people} and w.type = 1 and s.student_id = w.target_id`)
  await tx.execute(sql`
    update user_account a set ${assignmentsOf('user_account')},
      parent_id = case when w.after ? 'parentId' then (w.after ->> 'parentId')::uuid else a.parent_id end,
      status = case when w.after ? 'status' then coalesce((w.after ->> 'status')::smallint, a.status) when w.after ? 'active' then (w.after ->> 'active')::boolean::int else a.status end
    from written w left join student s on s.student_id = w.target_id
    where ${people} and a.user_id = case when w.type = 1 then s.user_id else w.target_id end`)
  await endClosed(tx)
  // Those who had an account alone, such as the administrator of the set-up.
  await tx.execute(sql`
    insert into staff_member (user_id, unit_id, staff_number, english_name, position_title, english_position_title)
    select w.target_id, portal_unit_id(), w.after ->> 'number', a.english_name, '', '' from written w join user_account a on a.user_id = w.target_id
    where ${people} and w.type in (2, 4) and w.after ->> 'number' is not null
    on conflict (user_id) do nothing`)
  await tx.execute(sql`
    update staff_member m set ${assignmentsOf('staff_member')}
    from written w where ${people} and w.type in (2, 4) and m.user_id = w.target_id`)
  await tx.execute(sql`
    update class_group c set name = coalesce(w.after ->> 'name', c.name), english_name = coalesce(w.after ->> 'englishName', c.english_name),
      grade_id = coalesce((w.after ->> 'gradeId')::uuid, c.grade_id),
      campus_id = case when w.after ? 'campusId' then (w.after ->> 'campusId')::uuid else c.campus_id end,
      head_teacher_id = case when w.after ? 'headTeacherId' then (w.after ->> 'headTeacherId')::uuid else c.head_teacher_id end
    from written w where w.kind = 'class' and w.action = 'changed' and c.class_id = w.target_id`)
}

/** Ends the sessions, clients, grants, devices and links of accounts that are closed now, as every other way of closing does: they would be good again once the account is opened. */
async function endClosed(tx: Tx): Promise<void> {
  const closed = await queryValues(tx, z.string())`
    select a.user_id as id from written w left join student s on s.student_id = w.target_id
    join user_account a on a.user_id = case when w.type = 1 then s.user_id else w.target_id end
    where w.kind = 'person' and w.action = 'changed' and (w.after ? 'status' or w.after ? 'active') and a.status = 0`
  if (closed.length > 0) await endSessionsOf(tx, closed, '')
}

/** Numbers of parents are the school's, those of others the person's own. */
async function writeContacts(tx: Tx, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into guardian_contact (parent_id, unit_id, phone)
    select distinct on (target_id) target_id, portal_unit_id(), after ->> 'phone' from ${rows} and type = 3 and after ->> 'phone' is not null order by target_id
    on conflict (parent_id) do update set phone = excluded.phone, changed_at = now()`)
  await tx.execute(sql`
    insert into account_contact (user_id, unit_id, phone)
    select coalesce(account_id, s.user_id, target_id), portal_unit_id(), after ->> 'phone'
    from (select * from ${rows}) w left join student s on s.student_id = w.target_id where w.type <> 3 and after ->> 'phone' is not null
    on conflict (user_id) do update set phone = excluded.phone, changed_at = now()`)
}

/** What a person's row says beside the fields of record and account. A row of details that has nothing any more goes. */
async function writeDetails(tx: Tx): Promise<void> {
  const detailed = sql`w.kind = 'person' and w.action in ('new', 'changed') and w.after ?| ${sql.param(DETAIL_FIELDS.map(importName))}::text[]`
  await tx.execute(sql`
    insert into person_detail (unit_id, student_id, user_id, among)
    select portal_unit_id(), case when w.type = 1 then w.target_id end, case when w.type <> 1 then w.target_id end, case w.type when 1 then 1 when 3 then 3 else 2 end
    from written w where ${detailed} on conflict do nothing`)
  await tx.execute(sql`
    update person_detail d set ${assignmentsOf('person_detail')} from written w where ${detailed} and w.target_id = coalesce(d.student_id, d.user_id)`)
  await tx.execute(sql`delete from person_detail where ${hasNoDetail}`)
}

async function writeTeaching(tx: Tx): Promise<void> {
  const taught = sql`written w where w.kind = 'person' and w.after ? 'teaching'`
  await tx.execute(sql`delete from class_teacher where user_id in (select w.target_id from ${taught})`)
  await tx.execute(sql`
    insert into class_teacher (unit_id, class_id, user_id, subject_id)
    select portal_unit_id(), split_part(pair, ':', 1)::uuid, w.target_id, split_part(pair, ':', 2)::uuid
    from written w, jsonb_array_elements_text(w.after -> 'teaching') pair where w.kind = 'person' and w.after ? 'teaching'`)
}

async function changeGuardians(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update guardian g set relation = w.after ->> 'relation' from written w
    where w.kind = 'guardian' and w.action = 'changed' and w.after ? 'relation' and g.parent_id = w.target_id and g.student_id = w.owner_id`)
  await writeContacts(tx, sql`written where kind = 'guardian' and action in ('new', 'changed') and after ? 'phone'`)
}

const ACCOUNTS_AT_ONCE = 2000

/** Takes an import back: what it changed becomes as it was, and what it made is deleted. Nothing else may depend on it. */
export async function unwriteRows(tx: Tx, importId: string, source: string, onProgress: OnProgress): Promise<void> {
  const made = (kind: string) =>
    sql`select target_id from import_row where import_id = ${importId}::uuid and kind = ${kind} and action = 'new' and not kept`
  // Joined with the rows of the import directly, it compared each with each: PostgreSQL takes tables that have just been filled for nearly empty.
  await makeTable(tx, 'left_key')`
    select r.target_id as row_id, r.given ->> 'sourceId' as source_id from import_row r where r.import_id = ${importId}::uuid and r.adds_key and not r.kept`
  await tx.execute(sql`
    delete from external_key k using left_key l where k.source = ${source} and k.row_id = l.row_id and k.source_id = l.source_id`)
  await tx.execute(sql`
    delete from guardian g using import_row r
    where r.import_id = ${importId}::uuid and r.kind = 'guardian' and r.action = 'new' and not r.kept and g.parent_id = r.target_id and g.student_id = r.owner_id`)
  await onProgress(10)
  await openWrittenRows(tx, importId, true)
  await changeRows(tx)
  await tx.execute(sql`
    delete from staff_member m using written w where w.kind = 'person' and w.after @> '{"number": null}' and w.type in (2, 4) and m.user_id = w.target_id`)
  await writeContacts(tx, sql`written where kind = 'person' and after ? 'phone'`)
  await writeDetails(tx)
  const noPhone = sql`w.after @> '{"phone": null}' and w.kind`
  await tx.execute(
    sql`delete from guardian_contact c using written w where ${noPhone} in ('person', 'guardian') and c.parent_id = w.target_id and (w.kind = 'guardian' or w.type = 3)`,
  )
  await tx.execute(sql`
    delete from account_contact c using written w left join student s on s.student_id = w.target_id
    where ${noPhone} = 'person' and w.type <> 3 and c.user_id = coalesce(s.user_id, w.target_id) and c.contact is null`)
  await tx.execute(sql`
    update account_contact c set phone = null from written w left join student s on s.student_id = w.target_id
    where ${noPhone} = 'person' and w.type <> 3 and c.user_id = coalesce(s.user_id, w.target_id)`)
  await writeTeaching(tx)
  await changeGuardians(tx)
  await onProgress(20)
  await removeAccountsOfPupils(tx, importId)
  await tx.execute(sql`update class_group set head_teacher_id = null where class_id in (${made('class')})`)
  await tx.execute(
    sql`delete from class_teacher where class_id in (${made('class')}) or user_id in (${made('person')})`,
  )
  await tx.execute(sql`delete from student where student_id in (${made('person')})`)
  await tx.execute(sql`delete from class_group where class_id in (${made('class')})`)
  await onProgress(30)
  await removeAccounts(
    tx,
    sql`select a.user_id from user_account a where a.user_id in (${made('person')}) or a.user_id in (select user_id from left_account)`,
    (share) => onProgress(Math.round(30 + 65 * share)),
  )
  for (const { kind, table, key } of NAME_TABLES)
    await tx.execute(sql`delete from ${table} where ${key} in (${made(kind)})`)
}

/** Takes most of the time: the keys of some sixty tables are looked at for each account, and each statement has its time. */
async function removeAccounts(tx: Tx, accounts: SQL, onShare: (share: number) => Promise<void>): Promise<void> {
  const count = await queryValue(tx, z.number())`select count(*)::int from (${accounts}) a`
  for (let deleted = 0; deleted < count; deleted += ACCOUNTS_AT_ONCE) {
    await tx.execute(sql`delete from user_account where user_id in (${accounts} limit ${ACCOUNTS_AT_ONCE})`)
    await onShare(Math.min(1, (deleted + ACCOUNTS_AT_ONCE) / count))
  }
}

/** Notes the accounts that the import gave to pupils, which go last. */
async function removeAccountsOfPupils(tx: Tx, importId: string): Promise<void> {
  await makeTable(tx, 'left_account')`
    select s.student_id, s.user_id from student s join import_row r on r.target_id = s.student_id
    where r.import_id = ${importId}::uuid and r.kind = 'person' and r.action in ('new', 'changed') and not r.kept and r.after @> '{"hasAccount": true}' and s.user_id is not null`
  await tx.execute(sql`update student s set user_id = null from left_account l where l.student_id = s.student_id`)
}
