import { type SQL, sql } from 'drizzle-orm'
import { ALL_FIELDS, hasField, importName, SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import type { Tx } from '../../../db/database.ts'
import type { UserKind } from '../reading/staged-row.ts'
import { people, pupil, stays } from './compare-people.ts'
import { refuseDuplicates, refuseRows } from './work-rows.ts'

const sameGroup = sql`(p.type = 1) = (r.given ->> 'type' = '1') and (p.type = 3) = (r.given ->> 'type' = '3')`
/** By which an identity number is found again; it is one's own among pupils, among employees and among parents. */
const idCard = sql`r.given #>> '{idCard,key}'`
const open = sql`${people} and r.action is null and r.target_id is null`

/** Finds whom each row is about: by the source's identifier, else the number, the login name or the identity number, else by what was chosen. New people get identifiers. */
export async function matchPeople(tx: Tx, source: string): Promise<void> {
  for (const field of ['sourceId', 'number', 'loginName'] as const) {
    const text = field === 'sourceId' ? sql`r.given ->> ${field}::text` : sql`portal_fold(r.given ->> ${field}::text)`
    const by = field === 'number' ? sql`${text}, ${pupil}` : text
    await refuseDuplicates(tx, field, by, sql`r.given ->> ${field}::text`)`${people} and r.given ? ${field}::text`
  }
  await refuseDuplicates(
    tx,
    'idCard',
    sql`${idCard}, ${pupil}, r.given ->> 'type' = '3'`,
  )`${people} and r.given ? 'idCard'`
  await tx.execute(sql`
    update work_row r set target_id = k.row_id from external_key k join present_person p on p.id = k.row_id
    where ${open} and k.source = ${source} and k.kind in ('student', 'account') and k.source_id = r.given ->> 'sourceId'`)
  await completeKnown(tx)
  for (const isSame of [
    sql`p.number = portal_fold(r.given ->> 'number')`,
    sql`p.login = portal_fold(r.given ->> 'loginName')`,
    sql`p.id_card = ${idCard}`,
    sql`p.type = 1 and p.image #>> '{nationalNumber,key}' = r.given #>> '{nationalNumber,key}'`,
  ])
    await tx.execute(sql`
      update work_row r set target_id = p.id from present_person p where ${open} and ${isSame} and ${sameGroup}`)
  await tx.execute(sql`
    update work_row r set target_id = p.id from present_person p where ${open} and r.choice = p.id::text and p.type::text = r.given ->> 'type'`)
  await refuseRows(tx, 'other_type', 'type', {
    value: sql`coalesce(r.given ->> 'number', r.given ->> 'loginName', r.given ->> 'sourceId')`,
    params: sql`jsonb_build_object('name', (select p.name from present_person p where p.id = r.target_id))`,
  })`${people} and exists (select from present_person p where p.id = r.target_id and p.type::text <> r.given ->> 'type')`
  await refuseDuplicates(tx, 'name', sql`r.target_id`, sql`r.name`)`${people} and r.target_id is not null`
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
  await refuseRows(tx, 'number_missing', 'number')`
    ${open} and r.given ->> 'type' in ('1', '2', '4') and not r.given ? 'number' and not (not ${pupil} and r.given ? 'loginName')`
  const nameOf = (isSame: SQL) =>
    sql`jsonb_build_object('name', (select p.name from present_person p where ${isSame} limit 1))`
  const hasNumber = sql`p.number = portal_fold(r.given ->> 'number') and ${sameGroup}`
  await refuseRows(tx, 'number_taken', 'number', { value: sql`r.given ->> 'number'`, params: nameOf(hasNumber) })`
    ${people} and exists (select from present_person p where ${hasNumber} and p.id is distinct from r.target_id)`
  const hasCard = sql`p.id_card = ${idCard} and ${sameGroup}`
  await refuseRows(tx, 'id_card_taken', 'idCard', { params: nameOf(hasCard) })`
    ${people} and r.given ? 'idCard' and exists (select from present_person p where ${hasCard} and p.id is distinct from r.target_id)`
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
  await refuseRows(tx, 'enrolment_user_unknown', 'userSourcedId', {
    value: sql`r.given ->> 'sourceId'`,
  })`${people} and r.target_id is null and not r.given ? 'name'`
  await refuseRows(tx, 'type_missing', 'role')`${people} and not r.given ? 'type'`
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
