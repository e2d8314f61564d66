import Copy from '@phosphor-icons/core/regular/copy.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { KeptFocus } from '../../../src/app/ui/KeptFocus.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts, useLocale } from '../portal-context.ts'
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
  const { t, nameOf } = useLocale()
  const actions = useRoleActions()
  const groups = new Set(found.permissions.filter(({ group }) => group).map(({ code }) => code))
  const held = new Set(found.permissions.filter((one) => one.held).map(({ code }) => code))
  /** Groups only hold others together. */
  const countOf = (codes: readonly string[]) =>
    t('roles.permissions', { count: codes.filter((code) => !groups.has(code)).length })
  const rowOf = (role: UnitRole) => {
    const name = nameOf(role)
    return (
      <Row
        key={role.roleId}
        to={`/roles/${role.roleId}`}
        name={name}
        tag={role.administrator && <Tag kind="warning">{t('roles.everything')}</Tag>}
        permissions={countOf(role.codes)}
        people={role.members === 0 ? t('roles.noMembers') : t('roles.members', { count: role.members })}
      >
        <IconButton
          svg={Copy}
          label={t('roles.copyNamed', { name })}
          needsNetwork
          disabled={!role.codes.every((code) => held.has(code))}
          onClick={() => onCopy(role)}
        />
        {!role.builtIn && (
          <IconButton
            svg={Trash}
            label={t('action.deleteNamed', { name })}
            needsNetwork
            disabled={!role.mayChange}
            onClick={() => actions.remove.mutate(role)}
          />
        )}
      </Row>
    )
  }
  return (
    <>
      <Part title={t('roles.own')} rows={found.roles.filter(({ builtIn }) => !builtIn).map(rowOf)} />
      <Part title={t('roles.builtIn')} rows={found.roles.filter(({ builtIn }) => builtIn).map(rowOf)} />
      <Part
        title={t('roles.types')}
        rows={found.types.map(({ userType, codes, people }) => (
          <Row
            key={userType}
            to={`/roles/types/${userType}`}
            name={t(`roles.every.${userType}`)}
            permissions={countOf(codes)}
            people={t('roles.people', { count: people })}
          />
        ))}
      />
    </>
  )
}

/** A list with its title. Only the unit's own roles may be none. */
function Part({ title, rows }: { title: string; rows: readonly ReactNode[] }) {
  const t = useTexts()
  return (
    <KeptFocus as="section" className="ad-grade" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="app-card ad-none">{t('roles.noOwn')}</p>
      ) : (
        <ul className="app-card" aria-label={title}>
          {rows}
        </ul>
      )}
    </KeptFocus>
  )
}

/** A role, or a type of people: how much it permits to how many. */
function Row({
  to,
  name,
  tag,
  permissions,
  people,
  children,
}: {
  to: string
  name: string
  tag?: ReactNode
  permissions: string
  people: string
  /** The actions. */
  children?: ReactNode
}) {
  return (
    <li className="ad-entry ad-role">
      <div className="ad-entry__text">
        <p className="ad-entry__name">
          <Link to={to}>{name}</Link>
          {tag}
        </p>
        <p className="k-soft ad-entry__facts">
          <span>{permissions}</span>
          <span>{people}</span>
        </p>
      </div>
      <div className="ad-entry__actions">{children}</div>
    </li>
  )
}
