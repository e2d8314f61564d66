import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { idOfName } from './compare-names.ts'
import { keyKnownClasses, keyPresentClasses, keyWrittenClasses, warnOfAlikeClasses } from './class-keys.ts'
import { markDifferences, nextRowNo, refuseDuplicates, refuseRows } from './work-rows.ts'
import { makeTable } from '../temporary-table.ts'

const classes = sql`r.kind = 'class'`
const campus = idOfName('campus', sql`(r.given ->> 'campus')`)
const isAtCampus = sql`(not r.given ? 'campus' or p.campus_id is null or p.campus_id = ${campus})`
/** A class of a number, named as the other classes of its grade are: '（2）班' beside '（1）班'. Null where there are none, or the row's class is no number. */
const nameLikeOthers = sql`(
  select mode() within group (order by regexp_replace(p.name, '[0-9]+', split_part(n.match_key, '|', 2))) from present_class p join present_key k on k.id = p.id
  where n.match_key ~ '[|][0-9]+$' and p.name ~ '^[^0-9]*[0-9]+[^0-9]*$'
    and k.key = split_part(n.match_key, '|', 1) || '|' || substring(p.name from '[0-9]+'))`

/**
 * Finds the classes of the file, adds rows for classes that only rows of pupils name, and makes the temporary table `known_class` of the words by which
 * each class is found.
 */
export async function compareClasses(tx: Tx, source: string): Promise<void> {
  await keyWrittenClasses(tx)
  await keyPresentClasses(tx)
  await tx.execute(sql`
    update work_row r set target_id = k.row_id from external_key k
    where ${classes} and r.action is null and k.source = ${source} and k.kind = 'class' and k.source_id = r.given ->> 'sourceId'
      and exists (select from present_class p where p.id = k.row_id)`)
  await tx.execute(sql`
    update work_row r set target_id = f.id from (
      select r.row_no, (array_agg(p.id))[1] as id from work_row r join present_key p on p.key = r.match_key
      where ${classes} and r.action is null and r.target_id is null and ${isAtCampus}
      group by r.row_no having count(*) = 1) f
    where r.row_no = f.row_no`)
  // The enrolments of a delta name heads of classes by the identifier of the class alone.
  await tx.execute(sql`
    update work_row r set name = concat_ws(' ', p.grade, p.name) from present_class p where ${classes} and r.action is null and p.id = r.target_id and r.name = ''`)
  await refuseRows(tx, 'enrolment_class_unknown', 'classSourcedId', {
    value: sql`r.given ->> 'sourceId'`,
    params: sql`jsonb_build_object('value', r.given ->> 'sourceId', 'row', r.row_number::text)`,
  })`${classes} and r.target_id is null and not r.given ? 'class'`
  await refuseRows(tx, 'grade_missing', 'grade')`${classes} and r.target_id is null and not r.given ? 'grade'`
  const key = sql`coalesce(r.target_id::text, r.given ->> 'sourceId', r.match_key || coalesce('|' || (r.given ->> 'campus'), ''))`
  await refuseDuplicates(tx, 'class', key, sql`r.given ->> 'class'`)`${classes}`
  // A table of its own: the rows of pupils are too many to be read once a class.
  await makeTable(tx, 'class_of_file', 'index on class_of_file (match_key)')`
    select match_key, given ->> 'campus' as campus from work_row where kind = 'class' and action is null`
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, match_key)
    select ${nextRowNo(sql`r.first`)}, 'class', r.grade || ' ' || r.class, r.given || jsonb_build_object('grade', r.grade, 'class', r.class), r.match_key
    from (select n.*, case when n.is_number then coalesce(${nameLikeOthers}, n.written) else n.written end as class from (
      select match_key, jsonb_strip_nulls(jsonb_build_object('campus', given ->> 'campus')) as given, mode() within group (order by given ->> 'grade') as grade, mode() within group (order by given ->> 'class') as written,
        bool_and(given ? 'isClassNumber') as is_number, min(row_no) as first
      from work_row
      where kind = 'person' and action in ('new', 'unchanged', 'ambiguous') and given ->> 'type' = '1' and given ? 'grade' and given ? 'class' and coalesce((given ->> 'active')::boolean, true)
      group by 1, 2) n) r
    where not exists (select from present_key p where p.key = r.match_key and ${isAtCampus})
      and not exists (select from class_of_file c where c.match_key = r.match_key
        and (not r.given ? 'campus' or c.campus is not distinct from r.given ->> 'campus'))`)
  await tx.execute(sql`
    update work_row r set action = case when r.target_id is null then 'new' else 'unchanged' end, target_id = coalesce(r.target_id, portal_new_id()),
      wanted = jsonb_strip_nulls(jsonb_build_object(
        'name', case when r.target_id is null or not exists (select from present_key p where p.id = r.target_id and p.key = r.match_key)
          then r.given ->> 'class' end,
        'englishName', r.given ->> 'englishName', 'campusId', ${campus}, 'gradeId', ${idOfName('grade', sql`(r.given ->> 'grade')`)}))
    where ${classes} and r.action is null`)
  await makeTable(tx, 'known_class', 'index on known_class (key)', 'index on known_class (source_id)')`
    select id, key, campus_id, null::text as source_id from present_key`
  await keyKnownClasses(tx)
  await tx.execute(sql`
    insert into known_class select k.row_id, null, null, k.source_id from external_key k where k.source = ${source} and k.kind = 'class'`)
  await tx.execute(sql`analyze known_class`)
  await warnOfAlikeClasses(tx)
}

/** The class teachers, once the people of the file have identifiers; then what the classes' rows change. */
export async function compareHeads(tx: Tx, source: string): Promise<void> {
  await makeTable(tx, 'known_staff')`
    select target_id as id, portal_fold(given ->> 'number') as number, portal_fold_name(name) as name_key, given ->> 'sourceId' as source_id from work_row
    where kind = 'person' and target_id is not null and given ->> 'type' in ('2', '4')
    union select id, number, name_key, null from present_person where type in (2, 4) and active
    union select row_id, null, null, source_id from external_key where source = ${source} and kind = 'account'`
  // A class teacher is found by the number, else by a name that only one person has.
  const head = sql`coalesce(
    (select s.id from known_staff s where s.number = portal_fold(r.given ->> 'headTeacher') or s.source_id = r.given ->> 'headSourceId' limit 1),
    (select (array_agg(s.id))[1] from known_staff s where s.name_key = portal_fold_name(r.given ->> 'headTeacher') having count(distinct s.id) = 1))`
  const value = sql`r.given ->> 'headTeacher'`
  await refuseRows(tx, 'teacher_unknown', 'headTeacher', {
    value,
  })`${classes} and r.given ? 'headTeacher' and ${head} is null`
  await tx.execute(sql`
    update work_row r set wanted = r.wanted || jsonb_strip_nulls(jsonb_build_object('headTeacherId', ${head}))
    where ${classes} and r.action in ('new', 'unchanged') and r.given ?| array['headTeacher', 'headSourceId']`)
  await markDifferences(tx, 'class')
}
