import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import {
  type HolderKey,
  OFFERED,
  MEMBERS_MAX,
  type Member,
  type MemberKey,
  type ScopeKey,
  type HeldRole,
} from '../../../contract/endpoints/people/unit-roles.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { isScopable } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { nameSearch } from '../../db/name-search.ts'
import { roleMember } from '../../db/tables.generated.ts'
import { asId, queryAny, queryOne, queryRows, queryValue } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import { requireAdministratorLeft } from '../auth/last-administrator.ts'
import { requireMayActFor } from '../auth/may-act-for.ts'
import { announce } from '../live/live.ts'
import { requireHeld } from './own-rights.ts'
import { requireRole, type StoredRole } from './stored-role.ts'

/** `m` is the row of `role_member`. */
const holderKey = sql`json_build_object(
  'kind', case when m.user_id is not null then 'person' when m.class_id is not null then 'class' when m.department_id is not null then 'department' else 'type' end,
  'id', coalesce(m.user_id, m.class_id, m.department_id)::text)`
const scopeKey = sql`json_build_object(
  'kind', case when m.scope_campus_id is not null then 'campus' when m.scope_grade_id is not null then 'grade'
    when m.scope_class_id is not null then 'class' else 'unit' end,
  'id', coalesce(m.scope_campus_id, m.scope_grade_id, m.scope_class_id))`

const holder = sql`json_build_object(
  'kind', ${holderKey} ->> 'kind', 'id', coalesce(${holderKey} ->> 'id', m.user_type::text),
  'name', coalesce(a.real_name, hg.name || hc.name, d.name, ''),
  'englishName', coalesce(nullif(a.english_name, ''), e.english_name, hg.english_name || ' ' || hc.english_name, d.english_name, ''),
  'userType', coalesce(a.user_type, m.user_type), 'loginName', a.login_name)`
const scope = sql`json_build_object(
  'kind', ${scopeKey} ->> 'kind', 'id', ${scopeKey} ->> 'id',
  'name', coalesce(sk.name, sg.name, cg.name || sc.name, ''),
  'englishName', coalesce(sk.english_name, sg.english_name, cg.english_name || ' ' || sc.english_name, ''))`
const named = sql`
  left join user_account a on a.user_id = m.user_id
  left join staff_member e on e.user_id = m.user_id
  left join class_group hc on hc.class_id = m.class_id left join grade hg on hg.grade_id = hc.grade_id
  left join department d on d.department_id = m.department_id
  left join campus sk on sk.campus_id = m.scope_campus_id
  left join grade sg on sg.grade_id = m.scope_grade_id
  left join class_group sc on sc.class_id = m.scope_class_id left join grade cg on cg.grade_id = sc.grade_id`

/** The members of a role: types first, then departments, classes and persons by name. Throws 'role.gone'. */
export async function readMembers(tx: Tx, roleId: string): Promise<Member[]> {
  await requireRole(tx, roleId)
  return queryValue(tx, unitRoles.members.response.shape.members)`
    select coalesce(json_agg(json_build_object('memberId', m.member_id, 'holder', ${holder}, 'scope', ${scope},
      'people', case
        when m.user_id is not null then 1
        when m.class_id is not null then (
          select count(*) from student s join user_account p on p.user_id = s.user_id where s.class_id = m.class_id and p.status = 1)
        when m.department_id is not null then (
          select count(*) from staff_member f join user_account p on p.user_id = f.user_id where f.department_id = m.department_id and p.status = 1)
        else (select count(*) from user_account p where p.user_type = m.user_type and p.status = 1) end)
      order by m.user_type, d.position, hg.position, hc.position, a.real_name, m.member_id), '[]') as members
    from role_member m ${named} where m.role_id = ${roleId}`
}

/** The roles of a person with where each comes from. Throws 'people.gone'. */
export async function readHeldRoles(tx: Tx, userId: string): Promise<HeldRole[]> {
  if (!(await queryAny(tx)`select from user_account where user_id = ${asId(userId)}`))
    throw new PortalError('people.gone')
  return queryValue(tx, unitRoles.ofPerson.response.shape.roles)`
    select coalesce(json_agg(json_build_object('memberId', m.member_id, 'roleId', r.role_id, 'name', r.name, 'englishName', r.english_name,
      'administrator', r.service = 'base' and r.code = 'XX_SYS_', 'holder', ${holder}, 'scope', ${scope}) order by r.name, m.member_id), '[]') as roles
    from user_account p join role_member m on m.user_id = p.user_id
      or m.unit_id = p.unit_id and m.user_type = p.user_type
      or m.class_id = (select s.class_id from student s where s.user_id = p.user_id)
      or m.department_id = (select f.department_id from staff_member f where f.user_id = p.user_id)
    join role r on r.role_id = m.role_id ${named}
    where p.user_id = ${userId}`
}

/** All parts of the unit, from the whole to single classes. */
export function readScopes(tx: Tx): Promise<ResponseOf<typeof unitRoles.scopes>['scopes']> {
  return queryValue(tx, unitRoles.scopes.response.shape.scopes)`
    select coalesce(json_agg(json_build_object('kind', s.kind, 'id', s.id, 'name', s.name, 'englishName', s.english_name) order by s.rank, s.first, s.second, s.name), '[]')
      as scopes
    from (
      select 0 as rank, 0 as first, 0 as second, 'unit' as kind, null::uuid as id, '' as name, '' as english_name
      union all select 1, k.position, 0, 'campus', k.campus_id, k.name, k.english_name from campus k
      union all select 2, g.position, 0, 'grade', g.grade_id, g.name, g.english_name from grade g
      union all
      select 3, g.position, c.position, 'class', c.class_id, g.name || c.name, g.english_name || ' ' || c.english_name
      from class_group c join grade g using (grade_id) where c.closed_on is null) s`
}

/** Open accounts, classes and departments by a part of the name, a few of each kind. */
export async function findHolders(tx: Tx, typed: string): Promise<ResponseOf<typeof unitRoles.find>['found']> {
  const search = nameSearch(typed)
  if (!search) return []
  return queryValue(tx, unitRoles.find.response.shape.found)`
    select coalesce(json_agg(json_build_object('kind', f.kind, 'id', f.id, 'name', f.name, 'englishName', f.english_name, 'userType', f.user_type,
      'detail', f.detail) order by f.rank, f.place, f.name, f.id), '[]') as found
    from (
      (select 0 as rank, (a.user_type in (1, 3))::integer as place, 'person' as kind, a.user_id::text as id, a.real_name as name,
        coalesce(nullif(a.english_name, ''), m.english_name, '') as english_name, a.user_type, a.login_name as detail
      from user_account a left join staff_member m on m.user_id = a.user_id
      where a.status = 1 and (${search.finds(sql`a`)} or ${search.isIn(sql`coalesce(m.english_name, '')`)})
      order by a.user_type in (2, 4) desc, a.real_name, a.user_id limit ${OFFERED})
      union all
      (select 1, d.position, 'department', d.department_id::text, d.name, d.english_name, null, ''
      from department d
      where ${search.isIn(sql`d.name`)} or ${search.isIn(sql`d.english_name`)}
      order by d.position limit ${OFFERED})
      union all
      (select 2, g.position * 1000 + c.position, 'class', c.class_id::text, g.name || c.name, g.english_name || ' ' || c.english_name, null, ''
      from class_group c join grade g using (grade_id)
      where c.closed_on is null
        and (${search.isIn(sql`g.name || c.name`)} or ${search.isIn(sql`g.english_name || ' ' || c.english_name`)})
      order by g.position, c.position limit ${OFFERED})) f`
}

const storedKey = z.object({ holder: z.unknown(), scope: z.unknown(), userType: z.unknown() })

/** Whom the members are and where, as `assign` takes them. */
export async function memberKeysOf(tx: Tx, which: SQL): Promise<MemberKey[]> {
  const found = await queryRows(tx, storedKey)`
    select ${holderKey} as holder, ${scopeKey} as scope, m.user_type as "userType"
    from role_member m where m.member_id in (select ${roleMember.memberId} from ${roleMember} where ${which})`
  return found.map(({ holder: by, scope: where, userType }) => ({
    // A type's identifier is its number.
    holder: { ...Object(by), id: Object(by).id ?? String(userType) },
    scope: Object(where),
  }))
}

/** Adds members to a role, those who are none there yet. Throws what `assign` says; with `leaveOutGone` it leaves those out that are gone. */
export async function addMembers(
  tx: Tx,
  session: Session,
  role: StoredRole,
  given: readonly MemberKey[],
  { leaveOutGone = false } = {},
): Promise<string[]> {
  const { unitId } = session
  if (role.administrator) {
    if (!session.admin) throw new PortalError('role.administrators_only')
    if (given.some(({ holder: { kind }, scope: { kind: part } }) => kind !== 'person' || part !== 'unit'))
      throw new PortalError('role.administrator_person')
  }
  if (given.some(({ scope: { kind } }) => kind !== 'unit') && !role.codes.every(isScopable))
    throw new PortalError('role.not_in_part')
  await refuseOperators(tx, session, given)
  const values: (typeof roleMember.$inferInsert)[] = []
  const checked = new Set<string>()
  for (const { holder: by, scope: where } of given) {
    const gone = !(await isHolder(tx, by)) ? 'role.holder_gone' : !(await isScope(tx, where)) ? 'role.scope_gone' : null
    if (gone && leaveOutGone) continue
    if (gone) throw new PortalError(gone)
    const key = `${where.kind} ${where.id}`
    if (!checked.has(key)) await requireHeld(tx, session, role.codes, where)
    checked.add(key)
    const held = {
      [HOLDER_COLUMNS[by.kind]]: by.id,
      ...(where.kind !== 'unit' && { [SCOPE_COLUMNS[where.kind]]: where.id }),
    }
    values.push({ unitId, roleId: role.roleId, ...held })
  }
  if (values.length === 0) return []
  const added = await tx
    .insert(roleMember)
    .values(values)
    .onConflictDoNothing()
    .returning({ memberId: roleMember.memberId })
  if ((await tx.$count(roleMember, eq(roleMember.roleId, role.roleId))) > MEMBERS_MAX)
    throw new PortalError('role.too_many')
  const memberIds = added.map(({ memberId }) => memberId)
  if (memberIds.length > 0) await announceRights(tx, unitId, inArray(roleMember.memberId, memberIds))
  return memberIds
}

/** A role is measured by what it contains, whatever else its holder has; an operator's account has no role of a unit. */
async function refuseOperators(tx: Tx, session: Session, members: readonly MemberKey[]): Promise<void> {
  const people = members.flatMap(({ holder: { kind, id } }) => (kind === 'person' && isRowId(id) ? [id] : []))
  await requireMayActFor(tx, { ...session, admin: true }, people)
}

const HOLDER_COLUMNS = { person: 'userId', class: 'classId', department: 'departmentId', type: 'userType' } as const
const SCOPE_COLUMNS = { campus: 'scopeCampusId', grade: 'scopeGradeId', class: 'scopeClassId' } as const

/** SQL: the holders that there are, up to their identifier. A closed account gets no role: it would have it unseen once it is opened again. */
const HOLDERS = {
  person: sql`user_account where status = 1 and user_id`,
  class: sql`class_group where closed_on is null and class_id`,
  department: sql`department where department_id`,
}
const SCOPES = {
  campus: sql`campus where campus_id`,
  grade: sql`grade where grade_id`,
  class: sql`class_group where class_id`,
}

async function isHolder(tx: Tx, { kind, id }: HolderKey): Promise<boolean> {
  return kind === 'type' ? /^[1-4]$/.test(id) : queryAny(tx)`select from ${HOLDERS[kind]} = ${asId(id)}`
}

async function isScope(tx: Tx, { kind, id }: ScopeKey): Promise<boolean> {
  return kind === 'unit' ? id === null : queryAny(tx)`select from ${SCOPES[kind]} = ${asId(id ?? '')}`
}

/** Takes a role from members; returns them as `assign` takes them. Throws what `withdraw` says. */
export async function withdrawMembers(
  tx: Tx,
  session: Session,
  role: StoredRole,
  memberIds: readonly string[],
): Promise<MemberKey[]> {
  if (role.administrator && !session.admin) throw new PortalError('role.administrators_only')
  const wanted = [...new Set(memberIds)]
  const which = and(eq(roleMember.roleId, role.roleId), inArray(roleMember.memberId, wanted))
  if (!which || !wanted.every(isRowId)) throw new PortalError('role.member_gone')
  const members = await memberKeysOf(tx, which)
  if (members.length < wanted.length) throw new PortalError('role.member_gone')
  await refuseOperators(tx, session, members)
  for (const { scope: where } of members) await requireHeld(tx, session, role.codes, where)
  await announceRights(tx, session.unitId, which)
  await tx.delete(roleMember).where(which)
  if (role.administrator) await requireAdministratorLeft(tx)
  return members
}

const peopleRow = z.object({ all: z.nullable(z.boolean()), ids: z.nullable(z.array(z.string())) })

/** Tells the open pages of all who hold a role by these members that their rights have changed. */
export async function announceRights(tx: Tx, unitId: string, which: SQL): Promise<void> {
  const { all, ids } = await queryOne(tx, peopleRow)`
    with changed as (select * from ${roleMember} where ${which})
    select bool_or(m.user_type is not null) as all,
      (select array_agg(distinct held.user_id) from (
        select m.user_id from changed m where m.user_id is not null
        union all select s.user_id from changed m join student s on s.class_id = m.class_id where s.user_id is not null
        union all select e.user_id from changed m join staff_member e on e.department_id = m.department_id) held) as ids
    from changed m`
  if (all !== true && ids === null) return
  await announce(tx, { unitId, to: all === true ? 'unit' : (ids ?? []), kind: 'rights' })
}
