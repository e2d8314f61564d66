import type { FastifyInstance } from 'fastify'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { route } from '../../http/route.ts'
import { addMembers, findHolders, readHeldRoles, readMembers, readScopes, withdrawMembers } from './members.ts'
import { requireRole } from './stored-role.ts'
import { previewRole, readRoles, removeRole, restoreRole, saveRole, saveTypeRights } from './unit-roles.ts'

/** Registers the administration of roles: what they permit and who holds them. */
export function registerRoleRoutes(app: FastifyInstance): void {
  route(app, unitRoles.list, (_, { tx, session }) => readRoles(tx, session))
  route(app, unitRoles.save, async (given, { tx, session, record }) => {
    const { roleId, before } = await saveRole(tx, session, given)
    const { name, englishName, codes } = given
    const was = before && { name: before.name, englishName: before.englishName, codes: before.codes }
    await record(tx, {
      target: { kind: 'role', id: roleId },
      changes: { before: was, after: { name, englishName, codes } },
    })
    return { roleId }
  })
  route(app, unitRoles.remove, async ({ roleId }, { tx, session, record }) => {
    const removed = await removeRole(tx, session, roleId)
    await record(tx, { target: { kind: 'role', id: roleId }, changes: { before: removed, after: null } })
    return removed
  })
  route(app, unitRoles.restore, async (given, { tx, session, record }) => {
    const roleId = await restoreRole(tx, session, given)
    await record(tx, { target: { kind: 'role', id: roleId }, changes: { before: null, after: given } })
    return { roleId }
  })

  route(app, unitRoles.members, async ({ roleId }, { tx }) => ({ members: await readMembers(tx, roleId) }))
  route(app, unitRoles.assign, async ({ roleId, members }, { tx, session, record }) => {
    const memberIds = await addMembers(tx, session, await requireRole(tx, roleId), members)
    await record(tx, { target: { kind: 'role', id: roleId }, changes: { given: members, added: memberIds.length } })
    return { memberIds }
  })
  route(app, unitRoles.withdraw, async ({ roleId, memberIds }, { tx, session, record }) => {
    const members = await withdrawMembers(tx, session, await requireRole(tx, roleId), memberIds)
    await record(tx, { target: { kind: 'role', id: roleId }, changes: { withdrawn: members } })
    return { members }
  })
  route(app, unitRoles.saveType, async (given, { tx, session, record }) => {
    const changed = await saveTypeRights(tx, session, given)
    await record(tx, { changes: { userType: given.userType, ...changed } })
  })
  route(app, unitRoles.ofPerson, async ({ userId }, { tx }) => ({ roles: await readHeldRoles(tx, userId) }))

  route(app, unitRoles.find, async ({ query }, { tx }) => ({ found: await findHolders(tx, query) }))
  route(app, unitRoles.scopes, async (_, { tx }) => ({ scopes: await readScopes(tx) }))
  route(app, unitRoles.preview, (wanted, { tx, session }) => previewRole(tx, session, wanted))
}
