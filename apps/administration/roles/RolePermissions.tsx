import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { useSend } from '../use-change.ts'
import { PermissionEditor } from './PermissionEditor.tsx'

/** The permissions of a role, to change where the role is the unit's own. */
export function RolePermissions({ role, permissions }: { role: UnitRole; permissions: UnitRoles['permissions'] }) {
  const t = useTexts()
  const portal = usePortal()
  const send = useSend()
  const { roleId, name, englishName, mayChange, builtIn, version } = role
  return (
    <PermissionEditor
      permissions={permissions}
      stored={role.codes}
      readOnly={mayChange ? null : t(builtIn ? 'roles.readOnly' : 'roles.beyond')}
      onSave={async (codes) => {
        await send(unitRoles.save, { roleId, name, englishName, codes, version })
        portal.notify('success', t('roles.saved'))
      }}
    />
  )
}
