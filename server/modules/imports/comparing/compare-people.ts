import { type SQL, sql } from 'drizzle-orm'
import {
  ALL_FIELDS,
  hasField,
  importName,
  SEALED_FIELDS,
  type SealedField,
} from '../../../../contract/people/fields.ts'
import type { Tx } from '../../../db/database.ts'
import { idOfName } from './compare-names.ts'
import type { UserKind } from '../reading/staged-row.ts'
import { markDifferences, refuseDuplicates, refuseRows, warnRows } from './work-rows.ts'

const people = sql`r.kind = 'person'`
const pupil = sql`r.given ->> 'type' = '1'`
const isNew = sql`r.action = 'new'`
const stays = sql`coalesce((r.given ->> 'active')::boolean, true)`
const isCompared = sql`r.action is distinct from 'ambiguous' and r.action is distinct from 'left'`
const sameGroup = sql`(p.type = 1) = (r.given ->> 'type' = '1') and (p.type = 3) = (r.given ->> 'type' = '3')`
/** By which an identity number is found again; it is one's own among pupils, among employees and among parents. */
const idCard = sql`r.given #>> '{idCard,key}'`
const open = sql`${people} and r.action is null and r.target_id is null`

/** Whether a number has a national identity number in it, as those of the national register of pupils have: by its length and the date in it. */
const hasIdentityNumber = (number: SQL): SQL =>
  sql`(normalize(coalesce(${number}, ''), nfkc) ~* '[0-9]{6}(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9x]')`

/** The login name that a number gives: in half width, without what login names do not have, and one that is made where it has an identity number in it. */
const loginOfNumber = (number: SQL): SQL =>
  sql`(case when ${hasIdentityNumber(number)} then 's' || right(replace(gen_random_uuid()::text, '-', ''), 12)
    else nullif(regexp_replace(normalize(${number}, nfkc), '[^[:alnum:]._@-]+', '-', 'g'), '-') end)`

/** The login name that a telephone number gives: its digits without the extension; null for what an import keeps as it was written. */
export const loginOfPhone = (phone: SQL): SQL =>
  sql`(case when ${phone} ~ '^[+]?[0-9]+(;ext=[0-9]+)?$' then ltrim(split_part(${phone}, ';', 1), '+') end)`

/** Finds whom each row is about: by the source's identifier, else the number, the login name or the identity number, else by what was chosen. New people get identifiers. */
export async function matchPeople(tx: Tx, source: string): Promise<void> {
  for (const field of ['sourceId', 'number', 'loginName'] as const) {
    const text = field === 'sourceId' ? sql`r.given ->> ${field}::text` : sql`portal_fold(r.given ->> ${field}::text)`
    await refuseDuplicates(tx, {
      where: sql`${people} and r.given ? ${field}::text`,
      by: field === 'number' ? sql`${text}, ${pupil}` : text,
      field: sql`${field}::text`,
      value: sql`r.given ->> ${field}::text`,
    })
  }
  await refuseDuplicates(tx, {
    where: sql`${people} and r.given ? 'idCard'`,
    by: sql`${idCard}, ${pupil}, r.given ->> 'type' = '3'`,
    field: sql`'idCard'`,
  })
  await tx.execute(sql`
    update work_row r set target_id = k.row_id from external_key k join present_person p on p.id = k.row_id
    where ${open} and k.source = ${source} and k.kind in ('student', 'account') and k.source_id = r.given ->> 'sourceId'`)
  await completeKnown(tx)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p where ${open} and p.number = portal_fold(r.given ->> 'number') and ${sameGroup}`)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p where ${open} and p.login = portal_fold(r.given ->> 'loginName') and ${sameGroup}`)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p where ${open} and p.id_card = ${idCard} and ${sameGroup}`)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p
    where ${open} and ${pupil} and p.type = 1 and p.image #>> '{nationalNumber,key}' = r.given #>> '{nationalNumber,key}'`)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p where ${open} and r.choice = p.id::text and p.type::text = r.given ->> 'type'`)
  await refuseRows(tx, {
    where: sql`${people} and exists (select from present_person p where p.id = r.target_id and p.type::text <> r.given ->> 'type')`,
    code: 'other_type',
    field: sql`'type'`,
    value: sql`coalesce(r.given ->> 'number', r.given ->> 'loginName', r.given ->> 'sourceId')`,
    params: sql`jsonb_build_object('name', (select p.name from present_person p where p.id = r.target_id))`,
  })
  await refuseDuplicates(tx, {
    where: sql`${people} and r.target_id is not null`,
    by: sql`r.target_id`,
    field: sql`'name'`,
    value: sql`r.name`,
  })
  // A parent without a login name has the portal's own identifier in a OneRoster file of ours.
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p
    where ${open} and p.type = 3 and p.login is null and p.id::text = r.given ->> 'sourceId' and coalesce(r.given ->> 'type', '3') = '3'`)
  // And none in a sheet of ours: it is the only one of that name and phone.
  await tx.execute(sql`
    update work_row r set target_id = f.id from (
      select r.row_no, min(p.id::text)::uuid as id from work_row r
      join present_person p on p.type = 3 and p.login is null and p.name_key = portal_fold_name(r.name) and p.image ->> 'phone' is not distinct from r.given ->> 'phone'
      where ${open} and r.given ->> 'type' = '3' and r.choice is null and not r.given ?| array['sourceId', 'loginName'] group by r.row_no having count(*) = 1) f
    where r.row_no = f.row_no and 1 = (
      select count(*) from work_row o where o.kind = 'person' and o.given ->> 'type' = '3' and not o.given ?| array['sourceId', 'loginName']
        and portal_fold_name(o.name) = portal_fold_name(r.name) and o.given ->> 'phone' is not distinct from r.given ->> 'phone')`)
  // Without any identifier: the people whom it could be.
  await tx.execute(sql`
    update work_row r set action = 'ambiguous', candidates = f.list from (
      select r.row_no, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'number', coalesce(p.image ->> 'number', ''),
        'className', coalesce(c.grade || ' ' || c.name, '')) order by p.number) as list
      from work_row r join present_person p on p.name_key = portal_fold_name(r.name) and p.type::text = r.given ->> 'type' left join present_class c on c.id = p.class_id
      where ${open} and r.choice is null and not r.given ?| array['sourceId', 'number', 'loginName'] group by r.row_no) f
    where r.row_no = f.row_no`)
  await assignNumbers(tx)
  await refuseRows(tx, {
    where: sql`${open} and r.given ->> 'type' in ('1', '2', '4') and not r.given ? 'number' and not (not ${pupil} and r.given ? 'loginName')`,
    code: 'number_missing',
    field: sql`'number'`,
  })
  await refuseRows(tx, {
    where: sql`${people} and exists (select from present_person p where p.number = portal_fold(r.given ->> 'number') and ${sameGroup} and p.id is distinct from r.target_id)`,
    code: 'number_taken',
    field: sql`'number'`,
    value: sql`r.given ->> 'number'`,
    params: sql`jsonb_build_object('name', (select p.name from present_person p where p.number = portal_fold(r.given ->> 'number') and ${sameGroup} limit 1))`,
  })
  await refuseRows(tx, {
    where: sql`${people} and exists (select from present_person p where p.id_card = ${idCard} and ${sameGroup} and p.id is distinct from r.target_id)`,
    code: 'id_card_taken',
    field: sql`'idCard'`,
    params: sql`jsonb_build_object('name', (select p.name from present_person p where p.id_card = ${idCard} and ${sameGroup} limit 1))`,
  })
  await tx.execute(sql`
    update work_row r set target_id = case when r.target_id is null and ${stays} then portal_new_id() else r.target_id end,
      action = case when r.target_id is null and ${stays} then 'new' else 'unchanged' end
    where ${people} and r.action is null`)
  // Somebody who has left or was closed: a file that says nothing of it does not bring them back.
  await tx.execute(sql`
    update work_row r set action = 'left', before = jsonb_build_object('leftOn', p.image -> 'leftOn', 'leftReason', p.image -> 'leftReason')
    from present_person p where ${people} and r.action = 'unchanged' and p.id = r.target_id and not p.active and not r.given ? 'active' and not r.back`)
}

/** What rows of imports call the fields that people of a type do not have. */
const namesNotOf = (type: UserKind) =>
  sql`${sql.param(ALL_FIELDS.filter((name) => !hasField(type, name)).map(importName))}::text[]`

/** Rows of a delta that say neither type nor name: those of people who are known have theirs, and all others are refused. */
async function completeKnown(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update work_row r set name = coalesce(nullif(r.name, ''), p.name),
      given = (r.given || jsonb_build_object('type', p.type)) - case when p.type = 1 then ${namesNotOf(1)} || '{department}' else ${namesNotOf(2)} || '{classSourceId,enrolmentRow}' end
    from present_person p
    where ${people} and r.action is null and p.id = r.target_id and (not r.given ? 'type' or not r.given ? 'name')
      and coalesce(r.given ->> 'type', p.type::text) = p.type::text`)
  await refuseRows(tx, {
    where: sql`${people} and r.target_id is null and not r.given ? 'name'`,
    code: 'enrolment_user_unknown',
    field: sql`'userSourcedId'`,
    value: sql`r.given ->> 'sourceId'`,
    params: sql`jsonb_build_object('value', r.given ->> 'sourceId')`,
  })
  await refuseRows(tx, {
    where: sql`${people} and not r.given ? 'type'`,
    code: 'type_missing',
    field: sql`'role'`,
  })
}

/**
 * Registers of the authorities have no number of the school: new pupils who are known again by another number get one, of the year in which they entered the
 * school and the next free five digits.
 */
async function assignNumbers(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with wanting as (
      select r.row_no, coalesce(left(r.given ->> 'enrolledOn', 4), to_char(now(), 'YYYY')) as year
      from work_row r where ${open} and ${pupil} and r.given ?| ${sql.param(SEALED_FIELDS)}::text[] and not r.given ? 'number'),
    taken as (
      select left(number, 4) as year, max(right(number, 5)::int) as last
      from (select number from present_person union all select given ->> 'number' from work_row where kind = 'person') n
      where number ~ '^\\d{9}$' group by 1),
    assigned as (
      select w.row_no, w.year || lpad((coalesce(t.last, 0) + row_number() over (partition by w.year order by w.row_no))::text, 5, '0') as number
      from wanting w left join taken t using (year))
    update work_row r set given = r.given || jsonb_build_object('number', a.number),
      warnings = coalesce(r.warnings, '[]') || jsonb_build_array(jsonb_build_object('column', '', 'value', a.number, 'code', 'number_made',
        'params', jsonb_build_object('value', a.number)))
    from assigned a where r.row_no = a.row_no and length(a.number) = 9`)
}

/** What each person's row wants, with identifiers for names, and what that changes. */
export async function comparePeople(tx: Tx, pupilAccounts: boolean): Promise<void> {
  await findClassesOfPupils(tx)
  await askAboutAlike(tx)
  await findDepartments(tx)
  await findParentAccounts(tx)
  const taught = sql`jsonb_array_elements(r.given -> 'teaching') t`
  const taughtClass = sql`(
    select c.id from written_class w join known_class c on c.key = w.key
    where w.class = t ->> 'class' and w.grade = coalesce(t ->> 'grade', '') limit 1)`
  const unknown = sql`(select t ->> 'class' from ${taught} where ${taughtClass} is null limit 1)`
  await refuseRows(tx, {
    where: sql`${people} and ${isCompared} and r.given ? 'teaching' and exists (select from ${taught} where ${taughtClass} is null)`,
    code: 'class_unknown',
    field: sql`'class'`,
    value: unknown,
    params: sql`jsonb_build_object('class', ${unknown})`,
  })
  const hasAccount = sql`(not ${pupil} or r.given ? 'loginName' or (${isNew} and ${pupilAccounts}::boolean)
    or exists (select from present_person p where p.id = r.target_id and p.user_id is not null))`
  const given = (field: string) => sql`r.given ->> ${field}::text`
  // Somebody who has an account alone gets a number with the first thing that only employees have.
  const becomesEmployed = sql`${isNew} or r.given ?| array['department', 'position', 'englishPosition'] and not exists (
    select from present_person p where p.id = r.target_id and p.number is not null)`
  await tx.execute(sql`
    update work_row r set wanted = (r.given - array['type', 'grade', 'class', 'isClassNumber', 'classSourceId', 'campus', 'department', 'englishDepartment', 'parentAccount', 'sourceId', 'teaching', 'enrolmentRow',
        'phone', 'email', 'loginName', 'active', 'number'] - ${sql.param(SEALED_FIELDS)}::text[]) || jsonb_strip_nulls(jsonb_build_object(
      'active', case when ${isNew} or r.back or r.given ? 'active' then ${stays} end,
      'number', case when ${given('type')} in ('2', '4') and (${becomesEmployed}) then coalesce(${given('number')}, ${given('loginName')})
        when ${given('type')} <> '3' then ${given('number')} end,
      'classId', case when ${stays} then (select c.ids[1] from pupil_class c where c.row_no = r.row_no) end,
      'departmentId', (select d.id from found_department d where d.row_no = r.row_no),
      'parentId', (select p.id from found_parent p where p.row_no = r.row_no),
      ${sql.join(
        SEALED_FIELDS.map((name) => sql`${name}::text, ${otherNumber(name)}`),
        sql`, `,
      )},
      'hasAccount', case when ${pupil} and ${hasAccount} then true end,
      'phone', case when ${hasAccount} then ${given('phone')} end,
      'email', case when ${hasAccount} then ${given('email')} end,
      'loginName', case when ${hasAccount} then coalesce(${given('loginName')},
        case when ${isNew} then coalesce(${loginOfNumber(given('number'))}, case when ${given('type')} = '3' then coalesce(${loginOfPhone(given('phone'))}, case when r.given ? 'sourceId' then '' end) end) end) end,
      'teaching', case when r.given ? 'teaching' then (
        select jsonb_agg(distinct pair order by pair) from (
          select ${taughtClass} || ':' || ${idOfName('subject', sql`(t ->> 'subject')`)} as pair from ${taught}) pairs) end))
    where ${people} and r.action in ('new', 'unchanged')`)
  await refuseLogins(tx)
  await warnRows(tx, {
    where: sql`${people} and ${isNew} and not r.given ? 'loginName' and r.wanted ? 'loginName' and ${hasIdentityNumber(given('number'))}`,
    code: 'login_made',
    field: sql`'number'`,
  })
  await markDifferences(tx, 'person', sql`present_person`)
  await tx.execute(sql`
    update work_row r set before = r.before || ${leavingOf(sql`p`)} from present_person p
    where ${people} and ${pupil} and r.action = 'changed' and r.after ? 'active' and p.id = r.target_id`)
  await tx.execute(sql`
    update work_row r set action = 'deactivated' where ${people} and r.action = 'changed' and r.after @> '{"active": false}'`)
}

/**
 * A number that is not known may be the new one of a person who is there: of a pupil of the same name in the same class or with the same birthday, of others with the same name and phone or
 * e-mail address, or, of a parent, with the phone alone. People whom another row of the file is about are not asked about.
 */
async function askAboutAlike(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update work_row r set action = 'ambiguous', target_id = null, candidates = f.list from (
      select r.row_no, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'number', coalesce(p.image ->> 'number', p.image ->> 'phone', ''),
        'className', coalesce(c.grade || ' ' || c.name, '')) order by p.number) as list
      from work_row r join present_person p on p.type::text = r.given ->> 'type' and p.active
        and (p.name = r.name and (
            ${pupil} and (p.class_id = any ((select k.ids from pupil_class k where k.row_no = r.row_no)::uuid[]) or p.image ->> 'birthday' = r.given ->> 'birthday')
            or not ${pupil} and (p.image ->> 'phone' = r.given ->> 'phone' or lower(p.image ->> 'email') = lower(r.given ->> 'email')))
          or p.type = 3 and p.image ->> 'phone' = r.given ->> 'phone')
      left join present_class c on c.id = p.class_id
      where ${people} and ${isNew} and r.choice is null and not r.given ? 'sourceId'
        and p.id not in (select target_id from work_row where kind = 'person' and target_id is not null) group by r.row_no) f
    where r.row_no = f.row_no`)
}

/** A sealed number of a row `r`, unless the person has the same: sealed again, it would be another text. */
const otherNumber = (field: SealedField) => sql`case when not exists (
  select from present_person p where p.id = r.target_id and p.image #> array[${field}::text, 'key'] = r.given #> array[${field}::text, 'key']) then r.given -> ${field}::text end`

/** What else an undo gives back of a pupil `p` who leaves or comes back. */
export const leavingOf = (p: SQL) =>
  sql`jsonb_build_object('classId', ${p}.class_id, 'leftOn', ${p}.image -> 'leftOn', 'leftReason', ${p}.image -> 'leftReason', 'status', ${p}.image -> 'status')`

async function findClassesOfPupils(tx: Tx): Promise<void> {
  const campus = idOfName('campus', sql`(r.given ->> 'campus')`)
  await tx.execute(sql`drop table if exists pupil_class`)
  await tx.execute(sql`
    create temporary table pupil_class on commit drop as
    select row_no, array_agg(distinct id) as ids from (
      select r.row_no, c.id from work_row r join known_class c on c.key = r.match_key
      where ${people} and ${pupil} and not r.given ? 'classSourceId' and (not r.given ? 'campus' or c.campus_id is null or c.campus_id = ${campus})
      union all
      select r.row_no, c.id from work_row r join known_class c on c.source_id = r.given ->> 'classSourceId' where ${people} and ${pupil}) found
    group by row_no`)
  await tx.execute(sql`create unique index on pupil_class (row_no)`)
  await tx.execute(sql`analyze pupil_class`)
  await refuseRows(tx, {
    where: sql`${people} and ${pupil} and ${stays} and r.given ? 'classSourceId' and not exists (select from pupil_class c where c.row_no = r.row_no)`,
    code: 'enrolment_class_unknown',
    field: sql`'classSourcedId'`,
    value: sql`r.given ->> 'classSourceId'`,
    params: sql`jsonb_build_object('value', r.given ->> 'classSourceId', 'row', r.given ->> 'enrolmentRow')`,
  })
  const field = sql`'class'`
  const value = sql`r.given ->> 'class'`
  const params = sql`jsonb_build_object('class', concat_ws(' ', r.given ->> 'grade', r.given ->> 'class'))`
  const found = sql`from pupil_class c where c.row_no = r.row_no`
  await refuseRows(tx, {
    where: sql`${people} and ${pupil} and ${stays} and ${isCompared} and r.given ? 'class' and not exists (select ${found})`,
    code: 'class_unknown',
    field,
    value,
    params,
  })
  await refuseRows(tx, {
    where: sql`${people} and ${pupil} and ${stays} and ${isCompared} and exists (select ${found} and cardinality(c.ids) > 1)`,
    code: 'class_ambiguous',
    field,
    value,
    params,
  })
  await refuseRows(tx, {
    where: sql`${people} and ${pupil} and ${stays} and ${isCompared} and not exists (select ${found})
      and (${isNew} or exists (select from present_person p where p.id = r.target_id and not p.active))`,
    code: 'class_missing',
    field,
  })
}

async function refuseLogins(tx: Tx): Promise<void> {
  const login = sql`nullif(portal_fold(r.wanted ->> 'loginName'), '')`
  await refuseRows(tx, {
    where: sql`${people} and ${isNew} and not ${pupil} and not r.wanted ? 'loginName'`,
    code: 'login_missing',
    field: sql`'loginName'`,
  })
  // Tables of their own: row-level security keeps PostgreSQL from using the accounts' index.
  await tx.execute(sql`drop table if exists known_login`)
  await tx.execute(
    sql`create temporary table known_login on commit drop as select login_key as login, user_id from user_account`,
  )
  await tx.execute(sql`create index on known_login (login)`)
  await tx.execute(sql`drop table if exists wanted_login`)
  await tx.execute(sql`
    create temporary table wanted_login on commit drop as
    select ${login} as login, min(r.row_no) as row_no from work_row r where ${people} and r.wanted ? 'loginName' and r.action <> 'error' group by 1`)
  await tx.execute(sql`create index on wanted_login (login)`)
  await tx.execute(sql`analyze known_login; analyze wanted_login`)
  // Joined instead of looked up for each row, which reads the JSON of a row as often as there are logins.
  await tx.execute(sql`drop table if exists refused_login`)
  await tx.execute(sql`
    create temporary table refused_login on commit drop as
    select r.row_no from work_row r join known_login a on a.login = ${login} left join present_person p on p.id = r.target_id
    where ${people} and a.user_id is distinct from p.user_id
    union select r.row_no from work_row r join wanted_login w on w.login = ${login} and w.row_no < r.row_no where ${people}`)
  await refuseRows(tx, {
    where: sql`${people} and r.row_no in (select row_no from refused_login)`,
    code: 'login_taken',
    field: sql`case when r.given ? 'loginName' then 'loginName' else 'number' end`,
    value: sql`r.wanted ->> 'loginName'`,
    params: sql`jsonb_build_object('login', r.wanted ->> 'loginName')`,
  })
}

/** The departments of people, in a temporary table. */
async function findDepartments(tx: Tx): Promise<void> {
  await tx.execute(sql`drop table if exists found_department`)
  await tx.execute(sql`
    create temporary table found_department on commit drop as
    select r.row_no, y.id from work_row r join named y on y.kind = 'department' and y.name = r.given ->> 'department' where ${people}`)
  await tx.execute(sql`create unique index on found_department (row_no)`)
  await tx.execute(sql`analyze found_department`)
}

/** The parent accounts that rows of teachers name by their login names, in a temporary table. */
async function findParentAccounts(tx: Tx): Promise<void> {
  const named = sql`${people} and ${isCompared} and r.given ? 'parentAccount'`
  await tx.execute(sql`drop table if exists found_parent`)
  await tx.execute(sql`
    create temporary table found_parent on commit drop as
    select distinct on (row_no) row_no, id from (
      select r.row_no, n.target_id as id, 0 as rank from work_row r join work_row n on n.kind = 'person' and n.given ->> 'type' = '3'
        and n.target_id is not null and n.action <> 'error' and portal_fold(coalesce(n.given ->> 'loginName', n.given ->> 'phone')) = portal_fold(r.given ->> 'parentAccount') where ${named}
      union all
      select r.row_no, p.id, 1 from work_row r join present_person p on p.type = 3 and p.login = portal_fold(r.given ->> 'parentAccount') where ${named}) found
    order by row_no, rank`)
  await refuseRows(tx, {
    where: sql`${named} and r.row_no not in (select row_no from found_parent)`,
    code: 'parent_unknown',
    field: sql`'parentAccount'`,
    value: sql`r.given ->> 'parentAccount'`,
    params: sql`jsonb_build_object('value', r.given ->> 'parentAccount')`,
  })
}
