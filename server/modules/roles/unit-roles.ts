import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { MEMBERS_MAX, ROLES_MAX, type UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import type { ParsedRequestOf, ResponseOf, UserType } from '../../../contract/endpoint.ts'
import { isAdministering, isScopable, OPERATOR, PERMISSION_CODES } from '../../../contract/permissions.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { lockUntilEnd, type Tx } from '../../db/database.ts'
import { permission, permissionGrant, role, roleMember } from '../../db/tables.generated.ts'
import { queryAny, queryOne, queryValues } from '../../db/query.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { readUnitIcons } from '../desktop/desktop.ts'
import { announce } from '../live/live.ts'
import { addMembers, announceRights, memberKeysOf } from './members.ts'
import { readOwnCodes, requireHeld, WHOLE_UNIT } from './own-rights.ts'
import { OPERATORS, OWN, requireRole, type StoredRole } from './stored-role.ts'

const answer = z.extend(z.omit(unitRoles.list.response, { mayChangeTypes: true }), {
  roles: z.array(z.omit(unitRoles.list.response.shape.roles.def.element, { version: true })),
})

/** The roles of the unit, the administrator's first, own ones last, and the tree of permissions. */
export async function readRoles(tx: Tx, session: Session): Promise<UnitRoles> {
  const held = await readOwnCodes(tx, session)
  const read = await queryOne(tx, answer)`
    select
      coalesce((
        select json_agg(json_build_object('roleId', r.role_id, 'name', r.name, 'englishName', r.english_name, 'builtIn', r.service <> ${OWN},
          'administrator', ${isAdministrators(sql`r`)},
          'codes', coalesce((select json_agg(g.code order by g.code) from permission_grant g where g.role_id = r.role_id), '[]'),
          'members', (select count(*) from role_member m where m.role_id = r.role_id), 'mayChange', false)
          order by ${isAdministrators(sql`r`)} desc, r.service = ${OWN}, r.role_id)
        from role r where r.service <> ${OPERATORS}), '[]') as roles,
      coalesce((
        select json_agg(json_build_object('code', p.code, 'name', p.name, 'parentCode', p.parent_code,
          'group', ${isGroup}, 'scopable', false, 'held', false) order by p.position, p.code)
        from permission p where p.code <> ${OPERATOR}), '[]') as permissions,
      (select json_agg(json_build_object('userType', t.type,
          'codes', coalesce((select json_agg(g.code order by g.code) from permission_grant g where g.user_type = t.type), '[]'),
          'people', (select count(*) from user_account a where a.user_type = t.type and a.status = 1)) order by t.type)
        from generate_series(1, 4) as t (type)) as types`
  return {
    roles: read.roles.map((one) => ({
      ...one,
      mayChange: !one.builtIn && one.codes.every((code) => held.has(code)),
      version: versionOf({ name: one.name, englishName: one.englishName, codes: one.codes.toSorted() }),
    })),
    permissions: read.permissions.map((one) => ({ ...one, scopable: isScopable(one.code), held: held.has(one.code) })),
    types: read.types,
    mayChangeTypes: session.admin,
  }
}

const isAdministrators = (of: ReturnType<typeof sql>) => sql`(${of}.service = 'base' and ${of}.code = 'XX_SYS_')`

/** A node that holds others together: no endpoint and no application asks for it. `p` is the permission. */
const isGroup = sql`(p.code <> all (${sql.param([...PERMISSION_CODES])}::text[])
  and exists (select from permission k where k.parent_code = p.code)
  and not exists (select from application a where a.code = p.code)
  and regexp_replace(p.code, '_area_', '_') <> all (${sql.param([...PERMISSION_CODES])}::text[]))`

/** Throws what the endpoint says. `before`: the role as it was. */
export async function saveRole(
  tx: Tx,
  session: Session,
  { roleId, name, englishName, codes, version }: ParsedRequestOf<typeof unitRoles.save>,
): Promise<{ roleId: string; before: StoredRole | null }> {
  const { unitId } = session
  // Two roles at once must not get the same name.
  await lockUntilEnd(tx, `roles:${unitId}`)
  const before = roleId === null ? null : await requireRole(tx, roleId)
  if (before?.builtIn) throw new PortalError('role.built_in')
  const wanted = await knownCodes(tx, codes)
  await requireHeld(tx, session, [...new Set([...wanted, ...(before?.codes ?? [])])], WHOLE_UNIT)
  if (before) {
    const { roles } = await readRoles(tx, session)
    const current = roles.find((one) => one.roleId === before.roleId)
    if (!current) throw new PortalError('role.gone')
    await requireVersion(tx, unitRoles.save, { known: version, current, target: { kind: 'role', id: before.roleId } })
  }
  if (await queryAny(tx)`select from role where name = ${name} and role_id is distinct from ${roleId}::uuid`)
    throw fieldError('name', 'role.name_taken')
  if (before) {
    await requireScopable(tx, before.roleId, wanted)
    await tx.update(role).set({ name, englishName }).where(eq(role.roleId, before.roleId))
    await grantCodes(tx, unitId, before.roleId, wanted)
    await announceRights(tx, unitId, eq(roleMember.roleId, before.roleId))
    return { roleId: before.roleId, before }
  }
  if ((await tx.$count(role, eq(role.service, OWN))) >= ROLES_MAX) throw new PortalError('role.too_many')
  const [added] = await tx
    .insert(role)
    .values({ unitId, service: OWN, code: crypto.randomUUID(), name, englishName })
    .returning({ roleId: role.roleId })
  if (!added) throw new Error('the role was not added')
  await grantCodes(tx, unitId, added.roleId, wanted)
  return { roleId: added.roleId, before }
}

/** Grants a role these codes and no others. */
async function grantCodes(tx: Tx, unitId: string, roleId: string, codes: readonly string[]): Promise<void> {
  const wanted = sql`${sql.param([...codes])}::text[]`
  await tx.execute(sql`delete from permission_grant where role_id = ${roleId} and code <> all (${wanted})`)
  await tx.execute(sql`
    insert into permission_grant (unit_id, code, role_id) select ${unitId}::uuid, code, ${roleId}::uuid from unnest(${wanted}) code
    on conflict do nothing`)
}

/** Those that the unit has, once each. Throws 'request.invalid' for another. */
async function knownCodes(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(codes)]
  if (wanted.length === 0) return []
  const known = await tx.select({ code: permission.code }).from(permission).where(inArray(permission.code, wanted))
  if (known.length < wanted.length) throw fieldError('codes', 'request.invalid')
  return wanted
}

/** Throws 'role.not_in_part' when the role is held in a part of the unit and one of the codes counts in the whole unit alone. */
async function requireScopable(tx: Tx, roleId: string, codes: readonly string[]): Promise<void> {
  if (codes.every(isScopable)) return
  const partial = sql`num_nonnulls(scope_campus_id, scope_grade_id, scope_class_id) > 0`
  if ((await tx.$count(roleMember, and(eq(roleMember.roleId, roleId), partial))) > 0)
    throw fieldError('codes', 'role.not_in_part')
}

/** Throws what the endpoint says. */
export async function removeRole(
  tx: Tx,
  session: Session,
  roleId: string,
): Promise<ResponseOf<typeof unitRoles.remove>> {
  const found = await requireRole(tx, roleId)
  if (found.builtIn) throw new PortalError('role.built_in')
  await requireHeld(tx, session, found.codes, WHOLE_UNIT)
  const members = await memberKeysOf(tx, eq(roleMember.roleId, roleId))
  await announceRights(tx, session.unitId, eq(roleMember.roleId, roleId))
  await tx.delete(role).where(eq(role.roleId, roleId))
  const { name, englishName, codes } = found
  return { name, englishName, codes: [...codes], members: members.slice(0, MEMBERS_MAX) }
}

/** Throws what the endpoint says. */
export async function restoreRole(
  tx: Tx,
  session: Session,
  { members, ...fields }: ParsedRequestOf<typeof unitRoles.restore>,
): Promise<string> {
  const { roleId } = await saveRole(tx, session, { roleId: null, version: null, ...fields })
  if (members.length > 0) await addMembers(tx, session, await requireRole(tx, roleId), members, { leaveOutGone: true })
  return roleId
}

/** Changes what everyone of a type may do. Returns what was given and taken. Throws what the endpoint says. */
export async function saveTypeRights(
  tx: Tx,
  { unitId }: Session,
  { userType, give, take }: ParsedRequestOf<typeof unitRoles.saveType>,
): Promise<{ given: string[]; taken: string[] }> {
  await lockUntilEnd(tx, `roles:${unitId}`)
  const ofType = eq(permissionGrant.userType, userType)
  const rows = await tx.select({ code: permissionGrant.code }).from(permissionGrant).where(ofType)
  const held = new Set(rows.map(({ code }) => code))
  const given = (await knownCodes(tx, give)).filter((code) => !held.has(code))
  const taken = (await knownCodes(tx, take)).filter((code) => held.has(code) && !give.includes(code))
  if (given.some(isAdministering)) throw new PortalError('role.type_administers')
  if (taken.length > 0) await tx.delete(permissionGrant).where(and(ofType, inArray(permissionGrant.code, taken)))
  if (given.length > 0) await tx.insert(permissionGrant).values(given.map((code) => ({ unitId, code, userType })))
  if (given.length + taken.length > 0) await announce(tx, { unitId, to: 'unit', kind: 'rights' })
  return { given, taken }
}

const userTypes: Readonly<Record<'1' | '2' | '3' | '4', UserType>> = { '1': 1, '2': 2, '3': 3, '4': 4 }

/** The desktop of a person of a type with one role, in the unit's order. No session is opened: only who holds a code is asked otherwise. Throws 'role.gone'. */
export async function previewRole(
  tx: Tx,
  { unitType }: Session,
  { roleId, userType: wanted }: ParsedRequestOf<typeof unitRoles.preview>,
): Promise<ResponseOf<typeof unitRoles.preview>> {
  await requireRole(tx, roleId)
  const userType = userTypes[wanted]
  const byTypeOrRole = sql`(g.user_type = ${userType}::smallint or g.role_id = ${roleId})`
  const groups = await readUnitIcons(tx, {
    unitType,
    userType,
    holds: (code) => sql`exists (
      select from permission_grant g where g.code in (${code}, regexp_replace(${code}, '_', '_area_')) and ${byTypeOrRole})`,
    // What is limited to classes or campuses depends on the person.
    isAmong: ({ roles, classes, campuses }) => sql`((cardinality(${roles}) = 0 or ${roleId} = any (${roles}))
      and cardinality(${classes}) + cardinality(${campuses}) = 0)`,
  })
  const codes = await queryValues(tx, z.string())`
    select distinct g.code from permission_grant g where ${byTypeOrRole} order by g.code`
  return { groups, codes }
}
