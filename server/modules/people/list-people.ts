import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { list, PEOPLE_PAGE_MAX, type PersonKey, personRow } from '../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { normalizeQuery } from '../../../contract/rules/desktop/match-name.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import type { ClassScope } from '../../http/call.ts'
import { classesOf } from '../auth/class-scope.ts'
import { classLabel } from '../desktop/people-search.ts'

const PAGE = 50

/** Pupils, with their account where they have one, and all other accounts. */
const everyone = sql`
  select 'pupil' as kind, s.student_id as id, s.user_id, 1::smallint as user_type, s.real_name, s.english_name, s.student_number as number,
    a.login_name, s.sex, s.class_id, null::uuid as department_id, s.name_letters, s.name_initials,
    s.class_id is not null and coalesce(a.status, 1) = 1 as active
  from student s left join user_account a on a.user_id = s.user_id
  union all
  select 'account', a.user_id, a.user_id, a.user_type, a.real_name, coalesce(nullif(a.english_name, ''), m.english_name, ''),
    coalesce(m.staff_number, ''), a.login_name, a.sex, null, m.department_id, a.name_letters, a.name_initials, a.status = 1
  from user_account a left join staff_member m on m.user_id = a.user_id
  where not exists (select from student s where s.user_id = a.user_id)`

/** What lists show of a person; `p` is a row of `everyone`. */
const shown = sql`
  p.kind, p.id, p.user_id as "userId", p.user_type as "userType", p.real_name as "realName", p.english_name as "englishName", p.number,
  p.login_name as "loginName", p.sex, p.class_id as "classId", p.department_id as "departmentId", p.active,
  to_char((select max(e.at) from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = p.user_id and e.kind = 'signed-in')
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastSignIn",
  coalesce((select case when c.is_first then 'first' else 'own' end from credential c where c.user_id = p.user_id), 'none') as password,
  case
    when p.class_id is not null then (
      select json_build_array(${classLabel}) from class_group c join grade g using (grade_id) where c.class_id = p.class_id)
    when p.department_id is not null then (
      select json_build_array(json_build_object('name', d.name, 'englishName', d.english_name)) from department d
      where d.department_id = p.department_id)
    when p.user_type = 3 then (
      select coalesce(json_agg(distinct ${classLabel}), '[]') from guardian r join student s using (student_id)
      join class_group c using (class_id) join grade g using (grade_id) where r.parent_id = p.user_id)
    else '[]'::json end as places`

const rows = z.array(list.response)

/** A page of the people of the unit, or of the caller's part of it, that fit. */
export async function listPeople(
  tx: Tx,
  scope: ClassScope,
  { page = 1, size = PAGE, ...wanted }: ParsedRequestOf<typeof list>,
): Promise<ResponseOf<typeof list>> {
  const limit = Math.min(size, PEOPLE_PAGE_MAX)
  const { rows: found } = await tx.execute(sql`
    with found as materialized (select p.* from (${everyone}) p where ${sql.join([...conditions(wanted), ...inScope(scope)], sql` and `)}),
    page as (
      select p.*, row_number() over (order by ${order(wanted)}) as place from found p ${placeJoin(wanted.sort)}
      order by place limit ${limit} offset ${(page - 1) * limit})
    select (select count(*) from found)::int as total,
      coalesce((select json_agg(row_to_json(r) order by r.place) from (select ${shown}, p.place from page p) r), '[]') as people,
      (select json_build_object('used', portal_people_count(), 'most', u.people_limit) from unit u where u.people_limit is not null) as "limit"`)
  const [answer] = z.parse(rows, found)
  return answer ?? { total: 0, people: [], limit: null }
}

type Wanted = Omit<ParsedRequestOf<typeof list>, 'page' | 'size'>

function conditions(wanted: Wanted): SQL[] {
  const { query = '', userType, campusId, gradeId, classId, departmentId, state = 'active', neverSignedIn } = wanted
  return [
    state === 'all' ? sql`true` : sql`p.active = ${state === 'active'}`,
    ...matching(normalizeQuery(query)),
    ...(userType === undefined ? [] : [sql`p.user_type = ${Number(userType)}`]),
    ...inClasses('class_id', classId),
    ...inClasses('grade_id', gradeId),
    ...inClasses('campus_id', campusId),
    ...(departmentId === undefined ? [] : [sql`p.department_id = ${asId(departmentId)}`]),
    ...(neverSignedIn
      ? [
          sql`p.user_id is not null and not exists (
            select from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = p.user_id and e.kind = 'signed-in')`,
        ]
      : []),
  ]
}

function matching(query: string): SQL[] {
  if (query === '') return []
  const letters = query.replaceAll(/[\s'’]/g, '')
  return [
    sql`(position(${query} in lower(p.real_name)) > 0 or position(${query} in lower(p.english_name)) > 0
      or starts_with(lower(p.number), ${query}) or position(${query} in lower(coalesce(p.login_name, ''))) > 0
      or position(${letters} in p.name_letters) > 0 or starts_with(p.name_initials, ${letters}))`,
  ]
}

/** Pupils of the caller's classes, and their parents. */
function inScope(scope: ClassScope): SQL[] {
  return scope === null ? [] : [areIn(sql`select unnest(${classesOf(scope)})`)]
}

function inClasses(column: 'class_id' | 'grade_id' | 'campus_id', id: string | undefined): SQL[] {
  if (id === undefined) return []
  return [areIn(sql`select c.class_id from class_group c where c.${sql.raw(column)} = ${asId(id)}`)]
}

/** Pupils of these classes, and their parents. */
function areIn(classes: SQL): SQL {
  return sql`(p.class_id in (${classes}) or p.user_type = 3 and p.user_id in (
    select r.parent_id from guardian r join student s using (student_id) where s.class_id in (${classes})))`
}

/** An identifier that is none finds nothing. */
function asId(id: string): SQL {
  return sql`${isRowId(id) ? id : null}::uuid`
}

function placeJoin(sort: Wanted['sort']): SQL {
  return sort === 'place'
    ? sql`left join class_group c on c.class_id = p.class_id left join grade g on g.grade_id = c.grade_id
      left join department d on d.department_id = p.department_id`
    : sql``
}

function order({ sort = 'name', descending = false }: Wanted): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const keys = {
    name: [sql`p.name_letters`, sql`p.real_name`],
    number: [sql`nullif(p.number, '')`],
    place: [sql`g.position`, sql`c.position`, sql`d.position`],
    lastSignIn: [
      sql`(select max(e.at) from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = p.user_id and e.kind = 'signed-in')`,
    ],
  }[sort]
  return sql.join([...keys.map((key) => sql`${key} ${direction} nulls last`), sql`p.real_name`, sql`p.id`], sql`, `)
}

const found = z.array(
  z.object({
    ...personRow.shape,
    userId: z.nullable(z.string()),
    classId: z.nullable(z.string()),
    departmentId: z.nullable(z.string()),
  }),
)
export type FoundPerson = z.infer<typeof found>[number]

/** The people of these keys, in no order; those that are gone, or not in the caller's part of the unit, are missing. */
export async function findPeopleOf(tx: Tx, scope: ClassScope, keys: readonly PersonKey[]): Promise<FoundPerson[]> {
  const ids = (kind: string) =>
    sql`${sql.param(keys.filter((key) => key.kind === kind && isRowId(key.id)).map(({ id }) => id))}::uuid[]`
  const answer = await tx.execute(sql`
    select ${shown} from (${everyone}) p
    where ${sql.join(
      [
        sql`(p.kind = 'pupil' and p.id = any (${ids('pupil')}) or p.kind = 'account' and p.id = any (${ids('account')}))`,
        ...inScope(scope),
      ],
      sql` and `,
    )}`)
  return z.parse(found, answer.rows)
}
