import Copy from '@phosphor-icons/core/regular/copy.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts, useLocale } from '../portal-context.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { PermissionEditor } from './PermissionEditor.tsx'
import { RolePreview } from './RolePreview.tsx'
import { useRoleActions } from './use-role-actions.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

const PARTS = ['members', 'permissions', 'preview'] as const

/** A role: who has it, what it permits, and what such a person sees. */
export default function RolePage() {
  const { t, nameOf } = useLocale()
  const { roleId = '', part: wanted } = useParams()
  const part = PARTS.find((one) => one === wanted) ?? 'members'
  const query = useEndpoint(unitRoles.list, {})
  const role = query.data?.roles.find((one) => one.roleId === roleId)
  return (
    <RecordPage
      record={role}
      isGone={query.data !== undefined && !role}
      title={t('trail.targets.role')}
      back={{ label: t('section.roles'), to: '/roles' }}
      renderHeading={(shown) => (
        <>
          {nameOf(shown)} {shown.builtIn && <Tag>{t('roles.builtInTag')}</Tag>}
        </>
      )}
      renderActions={(shown) => query.data && <Actions role={shown} permissions={query.data.permissions} />}
      gone={<NoDataCard title={t('roles.gone')} hint={t('units.gone.hint')} />}
    >
      <PartLinks
        label={t('roles.parts')}
        base={`/roles/${roleId}`}
        parts={PARTS}
        current={part}
        text={(one) => t(`roles.part.${one}`)}
      />
      <Loaded query={query}>
        {({ permissions }) => {
          if (!role) return null
          if (part === 'members') return <RoleMembers role={role} permissions={permissions} />
          if (part === 'preview') return <RolePreview role={role} />
          return <RolePermissions key={roleId} role={role} permissions={permissions} />
        }}
      </Loaded>
    </RecordPage>
  )
}

/** The permissions of a role, to change where the role is the unit's own. */
function RolePermissions({ role, permissions }: { role: UnitRole; permissions: UnitRoles['permissions'] }) {
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

function Actions({ role, permissions }: { role: UnitRole; permissions: UnitRoles['permissions'] }) {
  const t = useTexts()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  // Not when the user has gone elsewhere before the retry.
  const actions = useRoleActions(() => button.current && void navigate('/roles'))
  const [dialog, setDialog] = useState<'copy' | 'rename' | null>(null)
  const mayCopy = role.codes.every((code) => permissions.some((one) => one.code === code && one.held))
  return (
    <>
      {!role.builtIn && (
        <Button icon={Pencil} needsNetwork disabled={!role.mayChange} onClick={() => setDialog('rename')}>
          {t('roles.rename')}
        </Button>
      )}
      <Button icon={Copy} needsNetwork disabled={!mayCopy} onClick={() => setDialog('copy')}>
        {t('roles.copy')}
      </Button>
      {!role.builtIn && (
        <Button
          ref={button}
          icon={Trash}
          needsNetwork
          disabled={!role.mayChange}
          onClick={() => actions.remove.mutate(role)}
        >
          {t('action.delete')}
        </Button>
      )}
      {dialog && (
        <RoleDialog
          kind={dialog}
          of={role}
          onClose={() => setDialog(null)}
          onSaved={(id) => dialog === 'copy' && void navigate(`/roles/${id}/permissions`)}
        />
      )}
    </>
  )
}
