import {
  assign,
  remove,
  restore,
  withdraw,
  type MemberKey,
  type UnitRole,
} from '../../../contract/endpoints/people/unit-roles.ts'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'

/** The changes of roles that can be undone. */
export function useRoleActions() {
  const t = useTexts()
  const language = useLanguage()
  const send = useSend()
  const { change, tell } = useChange()

  const give = (roleId: string, members: readonly MemberKey[]) => send(assign, { roleId, members: [...members] })
  const take = (roleId: string, memberIds: readonly string[]) => send(withdraw, { roleId, memberIds: [...memberIds] })

  return {
    remove: (role: UnitRole, onDone: () => void) =>
      change({
        work: async () => {
          const removed = await send(remove, { roleId: role.roleId })
          onDone()
          return () => send(restore, removed)
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
