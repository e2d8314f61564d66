import { useParams } from 'react-router-dom'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { TypeRights, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { isAdministering } from '../../../contract/permissions.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { useTexts } from '../portal-context.ts'
import { withoutEmptyGroups } from './permission-tree.ts'
import { PermissionEditor } from './PermissionEditor.tsx'
import { readType } from './role-texts.ts'

/** What everyone of a type may do without a role: administrators give and withdraw it. */
export default function TypePage() {
  const t = useTexts()
  const type = readType(useParams()['userType'] ?? '')
  const query = useEndpoint(unitRoles.list, {})
  return (
    <>
      <PageHead
        title={t(`roles.every.${type}`)}
        hint={t('roles.typeHint')}
        back={{ label: t('section.roles'), to: '/roles' }}
      />
      <Loaded query={query}>
        {(found) => {
          const rights = found.types.find(({ userType }) => String(userType) === type)
          return rights && <TypePermissions key={type} rights={rights} found={found} />
        }}
      </Loaded>
    </>
  )
}

function TypePermissions({ rights, found }: { rights: TypeRights; found: UnitRoles }) {
  const t = useTexts()
  const call = useCall()
  const held = new Set(rights.codes)
  // Administrators give all but the rights of the administration; those that a type has from earlier can be withdrawn.
  const permissions = withoutEmptyGroups(
    found.permissions
      .filter(({ code, group }) => group || held.has(code) || !isAdministering(code))
      .map((one) => ({ ...one, held: true, scopable: false })),
  )
  const store = (give: string[], take: string[]) => call(unitRoles.saveType, { userType: rights.userType, give, take })
  const save = useChange(
    async (codes: string[]) => {
      const give = codes.filter((code) => !held.has(code))
      const take = rights.codes.filter((code) => !codes.includes(code))
      await store(give, take)
      return { give, take }
    },
    {
      done: t('roles.saved'),
      // A right of the administration is withdrawn for good.
      undo: ({ give, take }) => (take.some(isAdministering) ? null : () => store(take, give)),
    },
  )
  return (
    <PermissionEditor
      permissions={permissions}
      stored={rights.codes}
      readOnly={found.mayChangeTypes ? null : t('roles.typeReadOnly')}
      save={save}
    />
  )
}
