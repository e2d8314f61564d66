import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLocale } from '../portal-context.ts'

/** The changes of roles that can be undone. `onRemoved`: also after a retry of its notice. */
export function useRoleActions(onRemoved: () => void = () => {}) {
  const { t, nameOf } = useLocale()
  const call = useCall()
  return {
    remove: useChange(
      async ({ roleId }: unitRoles.UnitRole) => {
        const removed = await call(unitRoles.remove, { roleId })
        onRemoved()
        return removed
      },
      {
        done: (_, role) => t('structure.deleted', { name: nameOf(role) }),
        failed: (role) => t('structure.notDeleted', { name: nameOf(role) }),
        undo: (removed) => () => call(unitRoles.restore, removed),
      },
    ),
    /** Takes a role from one member; `name` is whose it was. */
    withdraw: useChange(
      ({ roleId, memberId }: { roleId: string; memberId: string; name: string }) =>
        call(unitRoles.withdraw, { roleId, memberIds: [memberId] }),
      {
        done: (_, { name }) => t('roles.withdrawn', { name }),
        failed: ({ name }) => t('roles.notWithdrawn', { name }),
        undo:
          ({ members }, { roleId }) =>
          () =>
            call(unitRoles.assign, { roleId, members }),
      },
    ),
    assign: useChange(unitRoles.assign, {
      done: ({ memberIds }) =>
        memberIds.length === 0 ? t('roles.hadIt') : t('roles.given', { count: memberIds.length }),
      undo: ({ memberIds }, { roleId }) =>
        memberIds.length === 0 ? null : () => call(unitRoles.withdraw, { roleId, memberIds }),
    }),
  }
}
