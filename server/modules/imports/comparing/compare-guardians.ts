import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { loginOfPhone } from './compare-people.ts'
import { markDifferences, nextRowNo } from './work-rows.ts'
import { makeTable } from '../temporary-table.ts'

const guardians = sql`r.kind = 'guardian'`
const open = sql`${guardians} and r.action is null and r.target_id is null`
/** Siblings' rows name the same guardian by name and number. */
const guardianKey = sql`portal_fold_name(r.name) || '|' || coalesce(r.given ->> 'phone', r.owner_id::text)`

/**
 * Finds the parents whom rows of pupils name, adds rows for new ones, and compares relation and number. Guardians who are not named stay. A new one signs in by the phone; without a phone that
 * is free, the account has no login name until it is taken over with a pupil's guardian code.
 */
export async function compareGuardians(tx: Tx, source: string, parentAccounts: boolean): Promise<void> {
  await tx.execute(sql`
    update work_row r set owner_id = o.target_id from work_row o
    where ${guardians} and o.row_no = (r.given ->> 'of')::int and o.given ->> 'type' = '1' and o.target_id is not null and o.action in ('new', 'changed', 'unchanged')`)
  await tx.execute(
    sql`update work_row r set action = 'unchanged' where ${guardians} and r.action is null and r.owner_id is null`,
  )
  await tx.execute(sql`
    update work_row r set target_id = n.target_id from work_row n
    where ${open} and n.kind = 'person' and n.given ->> 'type' = '3' and n.target_id is not null and n.given ->> 'sourceId' = r.given ->> 'sourceId'`)
  // A parent with a row of their own in this file, by name and number. One of the pupil's guardians who are there comes first, below.
  await tx.execute(sql`
    update work_row r set target_id = f.id from (
      select distinct on (r.row_no) r.row_no, n.target_id as id from work_row r
      join work_row n on n.kind = 'person' and n.given ->> 'type' = '3' and n.target_id is not null and n.action in ('new', 'changed', 'unchanged')
        and portal_fold_name(n.name) = portal_fold_name(r.name) and n.given ->> 'phone' = r.given ->> 'phone'
      where ${open} and r.given ? 'phone'
        and not exists (select from present_guardian g where g.student_id = r.owner_id and g.name_key = portal_fold_name(r.name)) order by r.row_no, n.row_no) f
    where r.row_no = f.row_no`)
  await tx.execute(sql`
    update work_row r set target_id = k.row_id from external_key k join present_person p on p.id = k.row_id and p.type = 3
    where ${open} and k.source = ${source} and k.kind = 'account' and k.source_id = r.given ->> 'sourceId'`)
  // A delta may name guardians by their identifiers alone: they keep the names that they have.
  await tx.execute(
    sql`update work_row r set name = p.name from present_person p where ${guardians} and r.action is null and r.name = '' and p.id = r.target_id`,
  )
  await tx.execute(sql`
    update work_row r set target_id = g.parent_id from present_guardian g where ${open} and g.student_id = r.owner_id and g.name_key = portal_fold_name(r.name)`)
  await tx.execute(sql`
    update work_row r set target_id = f.id from (
      select distinct on (r.row_no) r.row_no, p.id from work_row r
      join present_person p on p.type = 3 and p.active and p.name_key = portal_fold_name(r.name) and p.image ->> 'phone' = r.given ->> 'phone'
      where ${open} and r.given ? 'phone' order by r.row_no, p.id) f
    where r.row_no = f.row_no`)
  await chooseGuardians(tx)
  const login = loginOfPhone(sql`min(r.given ->> 'phone')`)
  await tx.execute(sql`
    update work_row r set action = 'unchanged', owner_id = null where ${open} and (not ${parentAccounts}::boolean or r.given ? 'sourceId')`)
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, action, target_id, after)
    select ${nextRowNo(sql`n.row_no`)}, 'person', n.name, jsonb_build_object('key', n.key, 'type', 3), 'new', portal_new_id(),
      jsonb_strip_nulls(jsonb_build_object('type', 3, 'name', n.name, 'phone', n.phone, 'active', true,
        'loginName', case when n.login is null or n.nth > 1 or exists (select from known_login a where a.login = n.login)
          or exists (select from wanted_login w where w.login = n.login) then '' else n.login end))
    from (
      select ${guardianKey} as key, min(r.row_no) as row_no, min(r.name) as name, min(r.given ->> 'phone') as phone, ${login} as login,
        row_number() over (partition by ${login} order by min(r.row_no)) as nth
      from work_row r where ${open} group by 1) n`)
  await tx.execute(sql`
    update work_row r set target_id = n.target_id from work_row n where ${open} and n.kind = 'person' and n.row_number = 0 and n.given ->> 'key' = ${guardianKey}`)
  // The same guardian twice in the row of a pupil.
  await tx.execute(sql`
    update work_row r set action = 'unchanged', owner_id = null from (
      select r.row_no, row_number() over (partition by r.owner_id, r.target_id order by r.row_no) as nth from work_row r where ${guardians} and r.action is null) d
    where d.row_no = r.row_no and d.nth > 1`)
  await tx.execute(sql`
    update work_row r set wanted = r.given - array['of', 'name', 'sourceId'] - case when exists (
        select from present_person p where p.id = r.target_id and not exists (
          select from present_guardian g where g.parent_id = r.target_id and g.student_id = r.owner_id)) then 'phone' else '' end,
      action = case when exists (select from present_guardian g where g.parent_id = r.target_id and g.student_id = r.owner_id) then 'unchanged' else 'new' end
    where ${guardians} and r.action is null`)
  await markDifferences(tx, 'guardian')
}

/**
 * A guardian with the number of a parent who is called otherwise may be that parent, whose name was corrected: it is asked once, whatever the number of siblings, and whoever is chosen gets the
 * name. No one whom another row of the file is about.
 */
async function chooseGuardians(tx: Tx): Promise<void> {
  await makeTable(tx, 'guardian_choice')`
    select distinct on (key) key, choice, row_no from (
      select ${guardianKey} as key, r.choice, r.row_no from work_row r where ${open} and r.choice is not null) chosen order by key, row_no`
  await tx.execute(sql`
    update work_row r set target_id = p.id from guardian_choice c join present_person p on p.type = 3 and p.id::text = c.choice
    where ${open} and c.key = ${guardianKey}`)
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, action, target_id, before, after)
    select ${nextRowNo(sql`n.row_no`)}, 'person', n.name, '{"type": 3}', 'changed', n.id, jsonb_build_object('name', n.was), jsonb_build_object('name', n.name)
    from (
      select distinct on (p.id) p.id, p.name as was, r.name, r.row_no from work_row r join guardian_choice c on c.key = ${guardianKey}
      join present_person p on p.id = r.target_id and p.id::text = c.choice
      where ${guardians} and r.action is null and p.name <> r.name
        and not exists (select from work_row o where o.kind = 'person' and o.target_id = p.id) order by p.id, r.row_no) n`)
  await makeTable(tx, 'could_be')`
    select g.key, min(g.row_no) as row_no, jsonb_agg(distinct jsonb_build_object('id', p.id, 'name', p.name, 'number', p.image ->> 'phone', 'className', coalesce((
      select string_agg(s.real_name, ', ' order by s.real_name) from present_guardian o join student s on s.student_id = o.student_id where o.parent_id = p.id), ''))) as list
    from (
      select ${guardianKey} as key, r.row_no, r.given ->> 'phone' as phone from work_row r
      where ${open} and r.given ? 'phone' and not r.given ? 'sourceId' and r.name <> '') g
    join present_person p on p.type = 3 and p.active and p.image ->> 'phone' = g.phone
    where g.key not in (select key from guardian_choice)
      and p.id not in (select target_id from work_row where kind in ('person', 'guardian') and target_id is not null)
    group by g.key`
  await tx.execute(sql`
    update work_row r set action = 'ambiguous', candidates = c.list from could_be c where ${open} and c.row_no = r.row_no`)
  await tx.execute(sql`
    update work_row r set action = 'unchanged', owner_id = null from could_be c where ${open} and c.key = ${guardianKey}`)
}
