import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { STAFF_GROUP } from '../../../../contract/endpoints/attendance/attendance.ts'
import { PEOPLE_MAX, person, type Person } from '../../../../contract/endpoints/desktop/desktop-search.ts'
import { matchPersonName } from '../../../../contract/rules/desktop/match-name.ts'
import type { Session } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { type NameSearch, nameSearch } from '../../../db/name-search.ts'
import { heldPermissions } from '../../auth/held-permissions.ts'
import { maySee, readRights, type AttendanceRights } from '../../attendance/attendance-access.ts'

/** Candidates from the database for the exact order; the best ones come first. */
const CANDIDATES = 200

const candidate = z.object({
  ...z.omit(person, { attendanceGroup: true }).shape,
  pinyin: z.nullable(z.string()),
  classId: z.nullable(z.string()),
})

/**
 * People visible to the caller, by name, at most twenty, best first: employees and teachers find all people of the unit, pupils the class teacher of
 * their own class, parents those of their children's. (The portal has no other teachers of a class yet.)
 */
export async function searchPeople(tx: Tx, session: Session, typed: string): Promise<Person[]> {
  const search = nameSearch(typed)
  if (!search) return []
  const held = await heldPermissions(tx, session, ['base_message'])
  const rows = await queryRows(tx, candidate)`${candidateQuery(session, search, mayWriteTo(session, held))}`
  const rights = await readRights(tx, session)
  return rows
    .flatMap((one) => {
      const found = { ...one, pinyin: one.pinyin === null ? [] : one.pinyin.split(' ') }
      const byName = matchPersonName(typed, found.name, found.pinyin)
      const byEnglish = matchPersonName(typed, found.englishName)
      const rank = Math.min(byName?.rank ?? Infinity, byEnglish?.rank ?? Infinity)
      return Number.isFinite(rank) ? [{ found, rank }] : []
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, PEOPLE_MAX)
    .map(({ found: { classId, ...found } }) => ({
      ...found,
      attendanceGroup: groupOf(found.userType, classId, rights),
    }))
}

/** SQL: whether the caller may send a message to a found person `f`, who needs an account for it. */
function mayWriteTo({ userId }: Session, held: ReadonlySet<string>): SQL {
  if (held.has('base_message')) return sql`exists (select from user_account x where x.user_id = f.id)`
  return sql`f.id in (select t.user_id from portal_message_people(${userId}::uuid) t)`
}

/** Where the caller sees a person's attendance, if at all. Parents have none. */
function groupOf(userType: number, classId: string | null, rights: AttendanceRights): string | null {
  if (userType === 3 || (userType === 1 && classId === null) || !maySee(rights, classId)) return null
  return classId ?? STAFF_GROUP
}

/**
 * Letters in this order, with anything between: a superset of the exact matches. Row-level security keeps PostgreSQL from using a trigram index here,
 * because `like` is not leak-proof; a unit's people are few enough for a scan (docs/develop/people.md).
 */
function candidateQuery(session: Session, search: NameSearch, mayWrite: SQL) {
  const letters = search.letters
  const isLatin = /^[a-z0-9]+$/.test(letters)
  const inOrder = isLatin ? `%${[...letters].join('%')}%` : null
  return sql`
    with visible as (${visiblePeople(session)}),
    found as (
      select *, case
        when starts_with(search_text, ${`${letters}\n`}) or name_letters = ${letters} then 0
        when starts_with(search_text, ${letters}) or starts_with(name_letters, ${letters}) then 1
        when starts_with(name_initials, ${letters}) then 2
        when ${search.findsName(sql`visible`)} then 3
        else 4 end as rank
      from visible
      where ${search.findsName(sql`visible`)} or ${search.isIn(sql`own_english`)}
        or name_letters like ${inOrder} or split_part(search_text, chr(2), 1) like ${inOrder} or lower(own_english) like ${inOrder}
      order by rank, user_type <> 2, real_name, id
      limit ${CANDIDATES}
    )
    select f.id, f.real_name as name, f.english_name as "englishName", f.name_pinyin as pinyin, f.user_type as "userType",
      coalesce(case
        when d.department_id is not null then
          jsonb_build_array(jsonb_build_object('name', d.name, 'englishName', d.english_name)) || coalesce(heads.list, '[]')
        else coalesce(heads.list, classes.list) end, '[]') as places,
      own.student_id as "studentId", own.class_id as "classId", ${mayWrite} as "mayWrite"
    from found f
    left join lateral (
      select student_id, class_id from student s where f.user_type = 1 and (s.student_id = f.id or s.user_id = f.id) limit 1
    ) own on true
    left join staff_member m on m.user_id = f.id
    left join department d on d.department_id = m.department_id
    left join lateral (
      select jsonb_agg(${classLabel} order by c.position) as list from class_group c join grade g using (grade_id) where c.head_teacher_id = f.id
    ) heads on true
    left join lateral (
      select jsonb_agg(distinct ${classLabel}) as list
      from student s join class_group c using (class_id) join grade g using (grade_id)
      where s.student_id = f.id or s.user_id = f.id
        or s.student_id in (select student_id from guardian where parent_id = f.id and f.user_type = 3)
    ) classes on true
    order by f.rank, f.user_type <> 2, f.real_name, f.id`
}

/** Units write class names with or without the grade: it is added in front where it is missing. */
export const classLabel = sql`jsonb_build_object(
  'name', case when starts_with(c.name, g.name) then c.name else g.name || c.name end,
  'englishName', case when starts_with(c.english_name, g.english_name) then c.english_name else concat_ws(' ', nullif(g.english_name, ''), nullif(c.english_name, '')) end)`

function visiblePeople({ userId, userType }: Session) {
  const isStaff = userType === 2 || userType === 4
  const isVisible = isStaff
    ? sql`a.user_id <> ${userId}`
    : sql`a.user_id in (
      select c.head_teacher_id from class_group c join student s using (class_id)
      where ${userType === 1 ? sql`s.user_id = ${userId}` : sql`s.student_id in (select student_id from guardian where parent_id = ${userId})`})`
  const withoutAccount = sql`
    union all
    select student_id, real_name, english_name, name_pinyin, name_letters, name_initials, search_text, '', 1::smallint
    from student where user_id is null and class_id is not null`
  return sql`
    select a.user_id as id, a.real_name, coalesce(nullif(a.english_name, ''), e.english_name, p.english_name, '') as english_name,
      a.name_pinyin, a.name_letters, a.name_initials, a.search_text, coalesce(e.english_name, '') as own_english, a.user_type
    from user_account a
    left join staff_member e using (user_id)
    left join student p on p.user_id = a.user_id
    where a.status = 1 and ${isVisible} ${isStaff ? withoutAccount : sql``}`
}
