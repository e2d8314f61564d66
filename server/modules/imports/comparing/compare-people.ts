import { type SQL, sql } from 'drizzle-orm'
import { SEALED_FIELDS, type SealedField } from '../../../../contract/people/fields.ts'
import type { Tx } from '../../../db/database.ts'
import { idOfName } from './compare-names.ts'
import { markDifferences, refuseRows, warnRows } from './work-rows.ts'
import { makeTable } from '../temporary-table.ts'

/** Conditions of a row `r`: it is about a person, a pupil, somebody who stays. */
export const people = sql`r.kind = 'person'`
export const pupil = sql`r.given ->> 'type' = '1'`
export const stays = sql`coalesce((r.given ->> 'active')::boolean, true)`
const isNew = sql`r.action = 'new'`
const isCompared = sql`r.action is distinct from 'ambiguous' and r.action is distinct from 'left'`
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

/** What each person's row wants, with identifiers for names, and what that changes. */
export async function comparePeople(tx: Tx, pupilAccounts: boolean): Promise<void> {
  await findClassesOfPupils(tx)
  await askAboutAlike(tx)
  await findParentAccounts(tx)
  const taught = sql`jsonb_array_elements(r.given -> 'teaching') t`
  const taughtClass = sql`(
    select c.id from written_class w join known_class c on c.key = w.key
    where w.class = t ->> 'class' and w.grade = coalesce(t ->> 'grade', '') limit 1)`
  const unknown = sql`(select t ->> 'class' from ${taught} where ${taughtClass} is null limit 1)`
  await refuseRows(tx, 'class_unknown', 'class', {
    value: unknown,
    params: sql`jsonb_build_object('class', ${unknown})`,
  })`${people} and ${isCompared} and r.given ? 'teaching' and exists (select from ${taught} where ${taughtClass} is null)`
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
      'departmentId', ${idOfName('department', sql`(r.given ->> 'department')`)},
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
  await warnRows(tx, 'login_made', 'number')`
    ${people} and ${isNew} and not r.given ? 'loginName' and r.wanted ? 'loginName' and ${hasIdentityNumber(given('number'))}`
  await markDifferences(tx, 'person')
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
  await makeTable(tx, 'pupil_class', 'unique index on pupil_class (row_no)')`
    select row_no, array_agg(distinct id) as ids from (
      select r.row_no, c.id from work_row r join known_class c on c.key = r.match_key
      where ${people} and ${pupil} and not r.given ? 'classSourceId' and (not r.given ? 'campus' or c.campus_id is null or c.campus_id = ${campus})
      union all
      select r.row_no, c.id from work_row r join known_class c on c.source_id = r.given ->> 'classSourceId' where ${people} and ${pupil}) found
    group by row_no`
  const found = sql`from pupil_class c where c.row_no = r.row_no`
  await refuseRows(tx, 'enrolment_class_unknown', 'classSourcedId', {
    value: sql`r.given ->> 'classSourceId'`,
    params: sql`jsonb_build_object('value', r.given ->> 'classSourceId', 'row', r.given ->> 'enrolmentRow')`,
  })`${people} and ${pupil} and ${stays} and r.given ? 'classSourceId' and not exists (select ${found})`
  const asked = sql`${people} and ${pupil} and ${stays} and ${isCompared}`
  const remark = {
    value: sql`r.given ->> 'class'`,
    params: sql`jsonb_build_object('class', concat_ws(' ', r.given ->> 'grade', r.given ->> 'class'))`,
  }
  await refuseRows(
    tx,
    'class_unknown',
    'class',
    remark,
  )`${asked} and r.given ? 'class' and not exists (select ${found})`
  await refuseRows(
    tx,
    'class_ambiguous',
    'class',
    remark,
  )`${asked} and exists (select ${found} and cardinality(c.ids) > 1)`
  await refuseRows(tx, 'class_missing', 'class')`
    ${asked} and not exists (select ${found}) and (${isNew} or exists (select from present_person p where p.id = r.target_id and not p.active))`
}

async function refuseLogins(tx: Tx): Promise<void> {
  const login = sql`nullif(portal_fold(r.wanted ->> 'loginName'), '')`
  await refuseRows(
    tx,
    'login_missing',
    'loginName',
  )`${people} and ${isNew} and not ${pupil} and not r.wanted ? 'loginName'`
  // Tables of their own: row-level security keeps PostgreSQL from using the accounts' index.
  await makeTable(tx, 'known_login', 'index on known_login (login)')`
    select login_key as login, user_id from user_account`
  await makeTable(tx, 'wanted_login', 'index on wanted_login (login)')`
    select ${login} as login, min(r.row_no) as row_no from work_row r where ${people} and r.wanted ? 'loginName' and r.action <> 'error' group by 1`
  // Joined instead of looked up for each row, which reads the JSON of a row as often as there are logins.
  await makeTable(tx, 'refused_login')`
    select r.row_no from work_row r join known_login a on a.login = ${login} left join present_person p on p.id = r.target_id
    where ${people} and a.user_id is distinct from p.user_id
    union select r.row_no from work_row r join wanted_login w on w.login = ${login} and w.row_no < r.row_no where ${people}`
  await refuseRows(tx, 'login_taken', sql`case when r.given ? 'loginName' then 'loginName' else 'number' end`, {
    value: sql`r.wanted ->> 'loginName'`,
    params: sql`jsonb_build_object('login', r.wanted ->> 'loginName')`,
  })`${people} and r.row_no in (select row_no from refused_login)`
}

/** The parent accounts that rows of teachers name by their login names, in a temporary table. */
async function findParentAccounts(tx: Tx): Promise<void> {
  const named = sql`${people} and ${isCompared} and r.given ? 'parentAccount'`
  await makeTable(tx, 'found_parent')`
    select distinct on (row_no) row_no, id from (
      select r.row_no, n.target_id as id, 0 as rank from work_row r join work_row n on n.kind = 'person' and n.given ->> 'type' = '3'
        and n.target_id is not null and n.action <> 'error' and portal_fold(coalesce(n.given ->> 'loginName', n.given ->> 'phone')) = portal_fold(r.given ->> 'parentAccount') where ${named}
      union all
      select r.row_no, p.id, 1 from work_row r join present_person p on p.type = 3 and p.login = portal_fold(r.given ->> 'parentAccount') where ${named}) found
    order by row_no, rank`
  const value = sql`r.given ->> 'parentAccount'`
  await refuseRows(tx, 'parent_unknown', 'parentAccount', {
    value,
  })`${named} and r.row_no not in (select row_no from found_parent)`
}
