import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { familyName, givenName, HOMEROOM } from './model.ts'

/** For so long, what is gone is told as `tobedeleted`. */
const TOLD_FOR = '400 days'

const changed = sql`date_trunc('milliseconds', coalesce(r.changed_at, u.created_at))`
const isTold = sql`r.changed_at > now() - ${TOLD_FOR}::interval`
const changeOf = (sourcedId: SQL) =>
  sql`left join roster_change r on r.unit_id = u.unit_id and r.sourced_id = ${sourcedId}`

/** The year that the unit names as the present one, else the one of today, else the last one. */
const presentYear = sql`(
  select y.year_id from school_year y cross join unit u
  order by y.name = u.school_year desc, current_date between y.starts_on and y.ends_on desc, y.starts_on desc limit 1)`
/** Where no years are entered, the unit's own word for the year is one. */
const namedYear = sql`'year'::text`
const yearId = sql`coalesce(${presentYear}::text, ${namedYear})`
/** The terms of the present year, else the year itself. */
const presentTerms = sql<string[]>`coalesce(
  (select array_agg(t.term_id::text order by t.starts_on, t.term_id) from term t where t.year_id = ${presentYear}), array[${yearId}])`

/** Years, terms and grading periods. The end is the day after the last one. */
export const academicSessions = sql`
  select y.year_id::text as sourced_id, 'active' as status, ${changed} as changed_at, y.name as title, 'schoolYear' as type,
    y.starts_on as start_date, y.ends_on + 1 as end_date, null::text as parent, to_char(y.ends_on, 'YYYY') as school_year
  from school_year y cross join unit u ${changeOf(sql`y.year_id::text`)}
  union all
  select t.term_id::text, 'active', ${changed}, t.name, 'term', t.starts_on, t.ends_on + 1, t.year_id::text, to_char(y.ends_on, 'YYYY')
  from term t join school_year y using (year_id) cross join unit u ${changeOf(sql`t.term_id::text`)}
  union all
  select p.period_id::text, 'active', ${changed}, p.name, 'gradingPeriod', p.starts_on, p.ends_on + 1, p.term_id::text, to_char(y.ends_on, 'YYYY')
  from grading_period p join term t using (term_id) join school_year y using (year_id) cross join unit u ${changeOf(sql`p.period_id::text`)}
  union all
  select ${namedYear}, 'active', date_trunc('milliseconds', u.created_at), u.school_year, 'schoolYear', make_date(y.starts, 9, 1), make_date(y.starts + 1, 9, 1),
    null, (y.starts + 1)::text
  from unit u cross join lateral (
    select coalesce(substring(u.school_year from '\\d{4}'), to_char(u.created_at, 'YYYY'))::int as starts) y
  where not exists (select from school_year)
  union all
  select r.sourced_id, 'tobedeleted', date_trunc('milliseconds', r.changed_at), '', r.role, r.changed_at::date, r.changed_at::date, null,
    to_char(r.changed_at, 'YYYY')
  from roster_change r where r.kind = 'session' and r.deleted and ${isTold}`

export const orgs = sql`
  select u.unit_id::text as sourced_id, 'active' as status, ${changed} as changed_at, u.name, case u.unit_type when '2' then 'school' else 'district' end as type
  from unit u ${changeOf(sql`u.unit_id::text`)}`

export const courses = sql`
  select ${HOMEROOM.sourcedId}::text as sourced_id, 'active' as status, date_trunc('milliseconds', u.created_at) as changed_at, ${HOMEROOM.title}::text as title,
    ${HOMEROOM.courseCode}::text as course_code, ${yearId} as school_year
  from unit u`

export const classes = sql`
  select c.class_id::text as sourced_id, case when c.closed_on is null then 'active' else 'tobedeleted' end as status, ${changed} as changed_at,
    c.name as title, g.name as grade, c.english_name, k.name as campus, p.terms, g.position as grade_position, c.position
  from class_group c join grade g using (grade_id) cross join unit u cross join (select ${presentTerms} as terms) p
  left join campus k on k.campus_id = c.campus_id ${changeOf(sql`c.class_id::text`)}
  where c.closed_on is null or ${isTold}
  union all
  select r.sourced_id, 'tobedeleted', date_trunc('milliseconds', r.changed_at), '', null, '', null, ${presentTerms}, null, null
  from roster_change r where r.kind = 'class' and r.deleted and ${isTold}`

/** Pupils in their class, class teachers, and who else teaches the class a subject. */
export const enrollments = sql`
  select 'in-' || s.student_id as sourced_id, case when s.class_id is null then 'tobedeleted' else 'active' end as status, ${changed} as changed_at,
    coalesce(s.class_id, r.class_id)::text as class, s.student_id::text as "user", 'student' as role, false as is_primary
  from student s cross join unit u ${changeOf(sql`'in-' || s.student_id`)}
  where s.class_id is not null or (r.class_id is not null and ${isTold})
  union all
  select 'head-' || c.class_id, case when c.head_teacher_id is not null and c.closed_on is null then 'active' else 'tobedeleted' end, ${changed},
    c.class_id::text, coalesce(c.head_teacher_id, r.user_id)::text, 'teacher', true
  from class_group c cross join unit u ${changeOf(sql`'head-' || c.class_id`)}
  where (c.head_teacher_id is not null and c.closed_on is null) or (coalesce(c.head_teacher_id, r.user_id) is not null and ${isTold})
  union all
  select 'teach-' || t.class_id || '-' || t.user_id,
    case when c.closed_on is null and c.head_teacher_id is distinct from t.user_id then 'active' else 'tobedeleted' end, ${changed},
    t.class_id::text, t.user_id::text, 'teacher', false
  from (select distinct class_id, user_id from class_teacher) t join class_group c using (class_id) cross join unit u
  ${changeOf(sql`'teach-' || t.class_id || '-' || t.user_id`)}
  where (c.closed_on is null and c.head_teacher_id is distinct from t.user_id) or ${isTold}
  union all
  select r.sourced_id, 'tobedeleted', date_trunc('milliseconds', r.changed_at), r.class_id::text, r.user_id::text, r.role, starts_with(r.sourced_id, 'head-')
  from roster_change r where r.kind = 'enrollment' and r.deleted and r.class_id is not null and r.user_id is not null and ${isTold}`

/** Pupils, and the accounts of all others. How people who are gone were reached, and what they were like, is not told. */
export const users = sql`
  select p.sourced_id, p.status, p.changed_at, p.role, p.enabled, p.username, p.identifier, ${givenName(sql`p.name`)} as given_name,
    ${familyName(sql`p.name`)} as family_name, case when p.status = 'active' then p.email end as email,
    case when p.status = 'active' then p.phone end as phone, case when p.status = 'active' then p.sex end as sex,
    case when p.status = 'active' then p.birthday end as birthday, p.grade, p.english_name, p.department, p.position_title, p.has_account, p.name as full_name
  from (
    select s.student_id::text as sourced_id, case when s.class_id is null then 'tobedeleted' else 'active' end as status, ${changed} as changed_at,
      'student' as role, s.class_id is not null and coalesce(a.status, 1) = 1 as enabled, coalesce(nullif(a.login_name, ''), s.student_number) as username,
      s.student_number as identifier, s.real_name as name, a.email, k.phone, s.sex, s.birthday, g.name as grade, s.english_name,
      null as department, null as position_title, a.user_id is not null as has_account
    from student s cross join unit u left join class_group c on c.class_id = s.class_id left join grade g on g.grade_id = c.grade_id
    left join user_account a on a.user_id = s.user_id left join account_contact k on k.user_id = s.user_id ${changeOf(sql`s.student_id::text`)}
    where s.class_id is not null or ${isTold}
    union all
    select a.user_id::text, case a.status when 1 then 'active' else 'tobedeleted' end, ${changed},
      case a.user_type when 2 then 'teacher' when 3 then 'guardian' else 'aide' end, a.status = 1, nullif(a.login_name, ''),
      m.staff_number, a.real_name, a.email, case a.user_type when 3 then p.phone else k.phone end, a.sex, null, null, a.english_name,
      d.name, m.position_title, a.login_name <> ''
    from user_account a cross join unit u left join staff_member m on m.user_id = a.user_id left join department d on d.department_id = m.department_id
    left join account_contact k on k.user_id = a.user_id left join guardian_contact p on p.parent_id = a.user_id ${changeOf(sql`a.user_id::text`)}
    where a.user_type in (2, 3, 4) and (a.status = 1 or ${isTold})
    union all
    select r.sourced_id, 'tobedeleted', date_trunc('milliseconds', r.changed_at), r.role, false, null, null, '', null, null, null, null, null, '', null, null, false
    from roster_change r where r.kind = 'user' and r.deleted and ${isTold}) p`

const agentRow = z.object({ student: z.string(), parent: z.string(), relation: z.nullable(z.string()) })

/** Guardians of pupils, and pupils of guardians, by the identifier of either: guardians who are there, of pupils who are there. */
export async function readAgents(tx: Tx, ids: readonly string[]) {
  const of = sql`${sql.param([...ids])}::uuid[]`
  const rows = await queryRows(tx, agentRow)`
    select g.student_id as student, g.parent_id as parent, g.relation
    from guardian g join user_account a on a.user_id = g.parent_id and a.status = 1 join student s on s.student_id = g.student_id and s.class_id is not null
    where g.student_id = any(${of}) or g.parent_id = any(${of}) order by g.relation, a.user_id, s.student_id`
  const agents = new Map<string, { readonly sourcedId: string; readonly relation: string | null }[]>()
  for (const { student, parent, relation } of rows)
    for (const [id, sourcedId] of [
      [student, parent],
      [parent, student],
    ] as const)
      agents.set(id, [...(agents.get(id) ?? []), { sourcedId, relation }])
  return agents
}
