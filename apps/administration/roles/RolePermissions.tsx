import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useTexts } from '../portal-context.ts'
import { PermissionEditor } from './PermissionEditor.tsx'

/** The permissions of a role, to change where the role is the unit's own. */
export function RolePermissions({ role, permissions }: { role: UnitRole; permissions: UnitRoles['permissions'] }) {
  const t = useTexts()
  const call = useCall()
  const { roleId, name, englishName, mayChange, builtIn, version } = role
  const save = useChange((codes: string[]) => call(unitRoles.save, { roleId, name, englishName, codes, version }), {
    done: t('roles.saved'),
  })
  return (
    <PermissionEditor
      permissions={permissions}
      stored={role.codes}
      readOnly={mayChange ? null : t(builtIn ? 'roles.readOnly' : 'roles.beyond')}
      save={save}
    />
  )
}
