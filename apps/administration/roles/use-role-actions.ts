import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { MemberKey, UnitRole } from '../../../contract/endpoints/people/unit-roles.ts'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'

/** The changes of roles that can be undone. */
export function useRoleActions() {
  const t = useTexts()
  const language = useLanguage()
  const send = useSend()
  const { change, tell } = useChange()

  const give = (roleId: string, members: readonly MemberKey[]) =>
    send(unitRoles.assign, { roleId, members: [...members] })
  const take = (roleId: string, memberIds: readonly string[]) =>
    send(unitRoles.withdraw, { roleId, memberIds: [...memberIds] })

  return {
    remove: (role: UnitRole, onDone: () => void) =>
      change({
        work: async () => {
          const removed = await send(unitRoles.remove, { roleId: role.roleId })
          onDone()
          return () => send(unitRoles.restore, removed)
        },
        done: t('structure.deleted', { name: nameIn(role, language) }),
        failed: t('structure.notDeleted', { name: nameIn(role, language) }),
      }),
    /** Takes a role from one member; `name` is whose it was. */
    withdraw: (roleId: string, memberId: string, name: string) =>
      change({
        work: async () => {
          const { members } = await take(roleId, [memberId])
          return () => give(roleId, members)
        },
        done: t('roles.withdrawn', { name }),
        failed: t('roles.notWithdrawn', { name }),
      }),
    /** Rejects as calls do. */
    async assign(roleId: string, members: readonly MemberKey[]) {
      const { memberIds } = await give(roleId, members)
      if (memberIds.length === 0) tell(t('roles.hadIt'), null)
      else tell(t('roles.given', { count: memberIds.length }), () => take(roleId, memberIds))
    },
  }
}
