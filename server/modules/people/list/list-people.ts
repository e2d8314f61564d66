import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as peopleEndpoints from '../../../../contract/endpoints/people/people.ts'
import { PEOPLE_PAGE_MAX, type PersonKey, personRow } from '../../../../contract/endpoints/people/people.ts'
import { FIRST_PASSWORD_DAYS } from '../../../../contract/limits.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { nameSearch } from '../../../db/name-search.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { asId, queryOne, queryRows } from '../../../db/query.ts'
import type { AdminTarget } from '../../../http/admin-events.ts'
import type { ClassScope } from '../../../http/call.ts'
import { phoneStarts } from '../../phones/phone-search.ts'
import { readCountry } from '../../phones/typed-phone.ts'
import { classesOf } from '../../auth/class-scope.ts'
import { findGoodFirstPasswords } from '../../auth/passwords/new-password.ts'
import { classLabel } from './search-people.ts'

const PAGE = 50

/** Whom lists leave out: pupils and accounts that are being erased, or joined to others. To be compared by `<> all`: the list is read once, and is mostly empty. */
const GOING = sql`(array(select unnest(g.gone) from personal_job g where g.state <> 'done'))`

/** The last sign-in of the account of a person `p`. */
const LAST_SIGN_IN = sql`(
  select max(e.at) from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = p.user_id and e.kind = 'signed-in')`

/** Pupils, with their account where they have one, and all other accounts. */
const everyone = sql`
  select 'pupil' as kind, s.student_id as id, s.user_id, 1::smallint as user_type, s.real_name, s.english_name, s.student_number as number,
    a.login_name, s.sex, s.class_id, null::uuid as department_id, s.name_letters, s.name_initials,
    s.class_id is not null and coalesce(a.status, 1) = 1 as active
  from student s left join user_account a on a.user_id = s.user_id where s.student_id <> all ${GOING}
  union all
  select 'account', a.user_id, a.user_id, a.user_type, a.real_name, coalesce(nullif(a.english_name, ''), m.english_name, ''),
    coalesce(m.staff_number, ''), a.login_name, a.sex, null, m.department_id, a.name_letters, a.name_initials, a.status = 1
  from user_account a left join staff_member m on m.user_id = a.user_id
  where not exists (select from student s where s.user_id = a.user_id) and a.user_id <> all ${GOING}`

/** What lists show of a person; `p` is a row of `everyone`. Of a parent only the children in the caller's part of the unit say where they are. */
const shownIn = (scope: ClassScope) => sql`
  p.kind, p.id, p.user_id as "userId", p.user_type as "userType", p.real_name as "realName", p.english_name as "englishName", p.number,
  p.login_name as "loginName", p.sex, p.class_id as "classId", p.department_id as "departmentId", p.active,
  to_char(${LAST_SIGN_IN} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastSignIn",
  coalesce((select case when not c.is_first then 'own' when c.changed_at <= now() - make_interval(days => ${FIRST_PASSWORD_DAYS}) then 'lapsed' else 'first' end
    from credential c where c.user_id = p.user_id), 'none') as password,
  case
    when p.class_id is not null then (
      select json_build_array(${classLabel}) from class_group c join grade g using (grade_id) where c.class_id = p.class_id)
    when p.department_id is not null then (
      select json_build_array(json_build_object('name', d.name, 'englishName', d.english_name)) from department d
      where d.department_id = p.department_id)
    when p.user_type = 3 then (
      select coalesce(json_agg(distinct ${classLabel}), '[]') from guardian r join student s using (student_id)
      join class_group c using (class_id) join grade g using (grade_id)
      where r.parent_id = p.user_id and ${scope === null ? sql`true` : sql`s.class_id = any (${classesOf(scope)})`})
    else '[]'::json end as places`

const pageRow = z.object({
  ...peopleEndpoints.list.response.shape,
  people: z.array(z.object({ ...personRow.shape, userId: z.nullable(z.string()) })),
})

/**
 * A page of the people of the unit, or of the caller's part of it, that fit. `byNames`: the search finds no person by a number or a login name, because the caller
 * must not learn these.
 */
export async function listPeople(
  tx: Tx,
  scope: ClassScope,
  { page = 1, size = PAGE, ...wanted }: ParsedRequestOf<typeof peopleEndpoints.list> & { readonly byNames?: true },
): Promise<ResponseOf<typeof peopleEndpoints.list>> {
  const limit = Math.min(size, PEOPLE_PAGE_MAX)
  const offset = (page - 1) * limit
  const phones = wanted.byNames ? [] : phoneStarts(wanted.query ?? '', await readCountry(tx))
  const branches = [pupils(wanted, scope), accounts(wanted, scope)] as const
  const sorted = (from: SQL, most: SQL) =>
    sql`(select p.* from ${from} p ${placeJoin(wanted.sort)} order by ${order(wanted)} ${most})`
  const all = sql`(${branches[0]} union all ${branches[1]})`
  const most = sql`limit ${limit} offset ${offset}`
  // What a search finds is looked at twice. Of everybody each half is read by its index as far as the page needs it, and is counted by itself.
  const first = sql`limit ${limit + offset}`
  const [found, keys] = isSearch(wanted)
    ? [
        sql`matching as materialized (${matchingAccounts(wanted, phones)}), found as materialized ${all}`,
        sorted(sql`found`, most),
      ]
    : [
        sql`found as not materialized ${all}`,
        sorted(sql`(${sorted(sql`(${branches[0]})`, first)} union all ${sorted(sql`(${branches[1]})`, first)})`, most),
      ]
  const answer = await queryOne(tx, pageRow)`
    with ${found}, page as materialized (select k.kind, k.id, row_number() over () as place from ${keys} k)
    select (select count(*) from found)::int as total,
      coalesce((select json_agg(row_to_json(r) order by r.place) from (
        select ${shownIn(scope)}, g.place from (select e.* from (${everyone}) e where e.id = any (array(select id from page))) p join page g on g.kind = p.kind and g.id = p.id) r), '[]') as people,
      (select json_build_object('used', portal_people_count(), 'most', u.people_limit) from unit u where u.people_limit is not null) as "limit"`
  return { ...answer, people: await withVoidPasswords(tx, answer.people) }
}

/** A first password whose giver may not act for the person any more signs in as little as one that lapsed. */
async function withVoidPasswords<Person extends Pick<FoundPerson, 'password' | 'userId'>>(
  tx: Tx,
  people: readonly Person[],
): Promise<Person[]> {
  const first = people.flatMap(({ password, userId }) => (password === 'first' && userId !== null ? [userId] : []))
  const good = await findGoodFirstPasswords(tx, first)
  return people.map((person) =>
    person.password === 'first' && !good.has(person.userId ?? '') ? { ...person, password: 'lapsed' } : person,
  )
}

type Wanted = Omit<ParsedRequestOf<typeof peopleEndpoints.list>, 'page' | 'size'> & { readonly byNames?: true }

/** The pupils that fit, with the columns by which lists are sorted. */
function pupils(wanted: Wanted, scope: ClassScope): SQL {
  const { userType = '1', departmentId, state = 'active' } = wanted
  // An account that is closed is rare, and found by an index.
  const isClosed = sql`exists (select from user_account a where a.user_id = p.user_id and a.status <> 1)`
  const states = {
    all: sql`true`,
    active: sql`p.class_id is not null and not ${isClosed}`,
    inactive: sql`(p.class_id is null or ${isClosed})`,
  }
  const conditions = [
    sql`${userType === '1' && departmentId === undefined}`,
    sql`p.student_id <> all ${GOING}`,
    states[state],
    ...(isSearch(wanted) ? [sql`(${sql.join(pupilTests(wanted), sql` or `)})`] : []),
    ...places(wanted, scope, (classes) => sql`p.class_id in (${classes})`),
    ...(wanted.neverSignedIn ? [sql`p.user_id is not null`, NEVER_SIGNED_IN] : []),
  ]
  return sql`
    select 'pupil' as kind, p.student_id as id, p.user_id, p.real_name, p.student_number as number, p.class_id, null::uuid as department_id, p.name_letters
    from student p where ${sql.join(conditions, sql` and `)}`
}

/** The same of accounts that are no pupil's. */
function accounts(wanted: Wanted, scope: ClassScope): SQL {
  const { userType, departmentId, state = 'active' } = wanted
  const conditions = [
    userType === undefined ? sql`true` : sql`p.user_type = ${Number(userType)}`,
    sql`p.user_id <> all ${GOING}`,
    // Only accounts of this type are those of pupils. A search looks up the few that it found, and does not read all pupils.
    isSearch(wanted)
      ? sql`(p.user_type <> 1 or (select s.user_id from student s where s.user_id = p.user_id) is null)`
      : sql`(p.user_type <> 1 or p.user_id not in (select s.user_id from student s where s.user_id is not null))`,
    state === 'all' ? sql`true` : state === 'active' ? sql`p.status = 1` : sql`p.status <> 1`,
    ...places(
      wanted,
      scope,
      (classes) => sql`p.user_type = 3 and p.user_id in (
        select r.parent_id from guardian r join student s using (student_id) where s.class_id in (${classes}))`,
    ),
    ...(departmentId === undefined ? [] : [sql`m.department_id = ${asId(departmentId)}`]),
    ...(wanted.neverSignedIn ? [NEVER_SIGNED_IN] : []),
  ]
  return sql`
    select 'account' as kind, p.user_id as id, p.user_id, p.real_name, coalesce(m.staff_number, '') as number, null::uuid as class_id, m.department_id, p.name_letters
    from ${isSearch(wanted) ? sql`matching` : sql`user_account`} p left join staff_member m on m.user_id = p.user_id where ${sql.join(conditions, sql` and `)}`
}

const NEVER_SIGNED_IN = sql`not exists (
  select from sign_in_event e where e.unit_id = portal_unit_id() and e.user_id = p.user_id and e.kind = 'signed-in')`

const isSearch = ({ query = '' }: Pick<Wanted, 'query'>) => nameSearch(query) !== null

/** Part of a name, of the number or of the account's login name. */
function pupilTests(wanted: Wanted): SQL[] {
  const search = nameSearch(wanted.query ?? '')
  if (!search) return [sql`true`]
  if (wanted.byNames) return [search.findsName(sql`p`)]
  return [
    search.finds(sql`p`),
    sql`p.user_id in (select a.user_id from matching a where a.user_type = 1 and a.by_login)`,
  ]
}

/** The accounts that fit, pupils' as well, of which `by_login` says whether the login name or the phone does. Read once, because this is what a search waits for. */
function matchingAccounts(wanted: Wanted, phones: readonly string[]): SQL {
  const search = nameSearch(wanted.query ?? '')
  if (!search)
    return sql`select p.user_id, p.user_type, p.status, p.real_name, p.name_letters, true as by_login from user_account p`
  const named = wanted.byNames ? search.findsName(sql`p`) : search.finds(sql`p`)
  const number = wanted.byNames ? sql`false` : sql`starts_with(portal_fold(m.staff_number), ${search.text})`
  const byPhone = phones.length === 0 ? sql`false` : sql`p.user_id in (${accountsWith(phones)})`
  return sql`
    select p.user_id, p.user_type, p.status, p.real_name, p.name_letters, position(${search.text} in p.login_key) > 0 or ${byPhone} as by_login
    from user_account p
    where ${named} or ${byPhone} or p.user_id in (select m.user_id from staff_member m where ${search.isIn(sql`m.english_name`)} or ${number})`
}

/** Accounts with a phone whose digits begin with one of these. */
function accountsWith(starts: readonly string[]): SQL {
  const begins = sql.join(
    starts.map((start) => sql`starts_with(regexp_replace(c.phone, '[^0-9]', '', 'g'), ${start})`),
    sql` or `,
  )
  return sql`
    select c.parent_id from guardian_contact c where ${begins} union all
    select c.user_id from account_contact c where c.phone is not null and (${begins})`
}

/** Those of the classes, grade and campus that are asked for, and of the caller's part of the unit. */
function places({ classId, gradeId, campusId }: Wanted, scope: ClassScope, among: (classes: SQL) => SQL): SQL[] {
  const wanted = Object.entries({ class_id: classId, grade_id: gradeId, campus_id: campusId })
  return [
    ...(scope === null ? [] : [sql`select unnest(${classesOf(scope)})`]),
    ...wanted.flatMap(([column, id]) =>
      id === undefined ? [] : [sql`select c.class_id from class_group c where c.${sql.raw(column)} = ${asId(id)}`],
    ),
  ].map(among)
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
    lastSignIn: [LAST_SIGN_IN],
  }[sort]
  return sql.join([...keys.map((key) => sql`${key} ${direction} nulls last`), sql`p.real_name`, sql`p.id`], sql`, `)
}

const found = z.object({
  ...personRow.shape,
  userId: z.nullable(z.string()),
  classId: z.nullable(z.string()),
  departmentId: z.nullable(z.string()),
})
export type FoundPerson = z.infer<typeof found>

/** The people of these keys, in no order; those that are gone, or not in the caller's part of the unit, are missing. */
export async function findPeopleOf(tx: Tx, scope: ClassScope, keys: readonly PersonKey[]): Promise<FoundPerson[]> {
  const ids = (kind: string) =>
    sql`${sql.param(keys.filter((key) => key.kind === kind && isRowId(key.id)).map(({ id }) => id))}::uuid[]`
  // Pupils of the caller's classes, and their parents.
  const isIn =
    scope === null
      ? sql`true`
      : sql`(p.class_id = any (${classesOf(scope)}) or p.user_type = 3 and p.user_id in (
          select r.parent_id from guardian r join student s using (student_id) where s.class_id = any (${classesOf(scope)})))`
  const people = await queryRows(tx, found)`
    select ${shownIn(scope)} from (${everyone}) p
    where (p.kind = 'pupil' and p.id = any (${ids('pupil')}) or p.kind = 'account' and p.id = any (${ids('account')})) and ${isIn}`
  return withVoidPasswords(tx, people)
}

/** As `findPeopleOf`. Throws 'people.gone' when one is missing. */
export async function requirePeople(
  tx: Tx,
  keys: readonly PersonKey[],
  scope: ClassScope = null,
): Promise<FoundPerson[]> {
  const people = await findPeopleOf(tx, scope, keys)
  if (people.length < new Set(keys.map(({ kind, id }) => `${kind} ${id}`)).size) throw new PortalError('people.gone')
  return people
}

/** Throws 'people.gone'. */
export async function requirePerson(tx: Tx, key: PersonKey, scope: ClassScope = null): Promise<FoundPerson> {
  const [person] = await findPeopleOf(tx, scope, [key])
  if (!person) throw new PortalError('people.gone')
  return person
}

/** What the trail calls a person. */
export const targetOf = ({ kind, id }: PersonKey): AdminTarget => ({ kind: kind === 'pupil' ? 'pupil' : 'person', id })
