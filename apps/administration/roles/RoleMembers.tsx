import Building from '@phosphor-icons/core/regular/buildings.svg?react'
import Chalkboard from '@phosphor-icons/core/regular/chalkboard-teacher.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import User from '@phosphor-icons/core/regular/user.svg?react'
import Users from '@phosphor-icons/core/regular/users-three.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { Member, UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { KeptFocus } from '../../../src/app/ui/KeptFocus.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { useTexts } from '../portal-context.ts'
import { AddMembersDialog } from './AddMembersDialog.tsx'
import { readType, useRoleTexts } from './role-texts.ts'
import { useRoleActions } from './use-role-actions.ts'

const GLYPHS = { person: User, class: Chalkboard, department: Building, type: Users } as const

/** Who has the role, and where it counts. */
export function RoleMembers({ role, permissions }: { role: UnitRole; permissions: UnitRoles['permissions'] }) {
  const t = useTexts()
  const query = useEndpoint(unitRoles.members, { roleId: role.roleId })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button kind="primary" icon={Plus} needsNetwork onClick={() => setAdding(true)}>
      {t('roles.addMembers')}
    </Button>
  )
  return (
    <KeptFocus className="k-stack" role="group" aria-label={t('roles.part.members')}>
      <Loaded query={query}>
        {(found) =>
          found.members.length === 0 ? (
            <NoDataCard title={t('roles.noMembers')} hint={t('roles.noMembersHint')} action={add} />
          ) : (
            <>
              <div className="ad-line ad-line--apart">
                <p className="k-soft">{t('roles.members', { count: found.members.length })}</p>
                {add}
              </div>
              <MemberList role={role} members={found.members} />
            </>
          )
        }
      </Loaded>
      {adding && <AddMembersDialog role={role} permissions={permissions} onClose={() => setAdding(false)} />}
    </KeptFocus>
  )
}

function MemberList({ role, members: all }: { role: UnitRole; members: readonly Member[] }) {
  const t = useTexts()
  const texts = useRoleTexts()
  const actions = useRoleActions()
  const seesPeople = usePermitted('base_people')
  return (
    <div className="app-card">
      <ul aria-label={t('roles.part.members')}>
        {all.map(({ memberId, holder, scope, people }) => {
          const name = texts.holderName(holder)
          // A pupil's page is that of the record.
          const isLinked = seesPeople && holder.kind === 'person' && holder.userType !== 1
          return (
            <CardRow
              key={memberId}
              className="ad-member"
              glyph={GLYPHS[holder.kind]}
              title={
                <>
                  {isLinked ? (
                    <Link className="ad-title-link" to={`/people/account/${holder.id}`}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}{' '}
                  <Tag {...(scope.kind !== 'unit' && { kind: 'good' as const })}>{texts.scopeName(scope)}</Tag>
                </>
              }
              facts={
                holder.kind === 'person' ? (
                  <>
                    {holder.userType !== null && <span>{t(`type.${readType(String(holder.userType))}`)}</span>}
                    <span>{holder.loginName}</span>
                  </>
                ) : (
                  <span>{t('imports.kind.people', { count: people })}</span>
                )
              }
            >
              <IconButton
                svg={X}
                label={t('roles.withdrawFrom', { name })}
                needsNetwork
                onClick={() => actions.withdraw.mutate({ roleId: role.roleId, memberId, name })}
              />
            </CardRow>
          )
        })}
      </ul>
    </div>
  )
}
