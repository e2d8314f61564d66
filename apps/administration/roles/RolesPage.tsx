import Copy from '@phosphor-icons/core/regular/copy.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { nameIn, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { OfficeAccess } from './OfficeAccess.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { useRoleActions } from './use-role-actions.ts'

/** The roles of the unit: its own, and those that each unit has. */
export default function RolesPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const query = useEndpoint(unitRoles.list, {})
  const [dialog, setDialog] = useState<{ kind: 'add' | 'copy'; of: UnitRole | null } | null>(null)
  return (
    <>
      <PageHead title={t('section.roles')} hint={t('roles.hint')}>
        <Button
          kind="primary"
          icon={Plus}
          data-action="add-role"
          needsNetwork
          disabled={!query.data}
          onClick={() => setDialog({ kind: 'add', of: null })}
        >
          {t('roles.dialog.add')}
        </Button>
      </PageHead>
      <Loaded query={query}>
        {(found) => <Lists found={found} onCopy={(of) => setDialog({ kind: 'copy', of })} />}
      </Loaded>
      <OfficeAccess />
      {dialog && (
        <RoleDialog
          {...dialog}
          onClose={() => setDialog(null)}
          onSaved={(roleId) => void navigate(`/roles/${roleId}/permissions`)}
        />
      )}
    </>
  )
}

function Lists({ found, onCopy }: { found: UnitRoles; onCopy: (role: UnitRole) => void }) {
  const t = useTexts()
  const actions = useRoleActions()
  const own = found.roles.filter(({ builtIn }) => !builtIn)
  const builtIn = found.roles.filter((role) => role.builtIn)
  return (
    <>
      <section className="ad-grade" aria-label={t('roles.own')}>
        <h2>{t('roles.own')}</h2>
        {own.length === 0 ? (
          <p className="app-card ad-none">{t('roles.noOwn')}</p>
        ) : (
          <RoleList
            label={t('roles.own')}
            roles={own}
            permissions={found.permissions}
            onCopy={onCopy}
            onRemove={(role) => actions.remove.mutate(role)}
          />
        )}
      </section>
      <section className="ad-grade" aria-label={t('roles.builtIn')}>
        <h2>{t('roles.builtIn')}</h2>
        <RoleList label={t('roles.builtIn')} roles={builtIn} permissions={found.permissions} onCopy={onCopy} />
      </section>
      <TypeList found={found} />
    </>
  )
}

/** What everyone of a type may do. */
function TypeList({ found: { types, permissions } }: { found: UnitRoles }) {
  const t = useTexts()
  const groups = groupsOf(permissions)
  return (
    <section className="ad-grade" aria-label={t('roles.types')}>
      <h2>{t('roles.types')}</h2>
      <div className="app-card">
        <ul className="ad-list" aria-label={t('roles.types')}>
          {types.map(({ userType, codes, people }) => (
            <li key={userType} className="ad-entry ad-role">
              <div className="ad-entry__text">
                <p className="ad-entry__name">
                  <Link to={`/roles/types/${userType}`}>{t(`roles.every.${userType}`)}</Link>
                </p>
                <p className="ad-soft ad-entry__facts">
                  <span>{t('roles.permissions', { count: codes.filter((code) => !groups.has(code)).length })}</span>
                  <span>{t('roles.people', { count: people })}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The codes of nodes that only hold others together. */
const groupsOf = (permissions: UnitRoles['permissions']) =>
  new Set(permissions.filter(({ group }) => group).map(({ code }) => code))

function RoleList({
  label,
  roles,
  permissions,
  onCopy,
  onRemove,
}: {
  label: string
  roles: readonly UnitRole[]
  permissions: UnitRoles['permissions']
  onCopy: (role: UnitRole) => void
  onRemove?: (role: UnitRole) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const groups = groupsOf(permissions)
  const held = new Set(permissions.filter((one) => one.held).map(({ code }) => code))
  const count = ({ codes }: UnitRole) => codes.filter((code) => !groups.has(code)).length
  return (
    <div className="app-card">
      <ul className="ad-list" aria-label={label}>
        {roles.map((role) => {
          const name = nameIn(role, language)
          return (
            <li key={role.roleId} className="ad-entry ad-role">
              <div className="ad-entry__text">
                <p className="ad-entry__name">
                  <Link to={`/roles/${role.roleId}`}>{name}</Link>
                  {role.administrator && <Tag kind="warning">{t('roles.everything')}</Tag>}
                </p>
                <p className="ad-soft ad-entry__facts">
                  <span>{t('roles.permissions', { count: count(role) })}</span>
                  <span>{role.members === 0 ? t('roles.noMembers') : t('roles.members', { count: role.members })}</span>
                </p>
              </div>
              <div className="ad-entry__actions">
                <IconButton
                  svg={Copy}
                  label={t('roles.copyNamed', { name })}
                  needsNetwork
                  disabled={!role.codes.every((code) => held.has(code))}
                  onClick={() => onCopy(role)}
                />
                {onRemove && (
                  <IconButton
                    svg={Trash}
                    label={t('action.deleteNamed', { name })}
                    needsNetwork
                    disabled={!role.mayChange}
                    onClick={() => onRemove(role)}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
