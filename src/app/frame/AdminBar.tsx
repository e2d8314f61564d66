import ShieldWarning from '@phosphor-icons/core/regular/shield-warning.svg?react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { settingsPath } from '../../../contract/pages.ts'
import { PermissionContext } from '../core/permissions/permissions.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { accessQuery } from './settings/access-query.ts'
import { ADMINISTRATION, administers, partPage, setUpQuery } from './settings/settings-part.ts'

/** Leads an administrator who has no second factor to setting one up, where the unit asks for it. */
export default function AdminBar({ user }: { user: Pick<SessionUser, 'unitType' | 'idPath'> }) {
  const { t } = useTranslation('shell')
  const codes = use(PermissionContext)
  const { data: access } = useQuery(accessQuery)
  if (!access || access.secondFactor === 'ok' || !access.network) return null
  const part = administers(codes) ? ADMINISTRATION : 'account'
  const to =
    access.secondFactor === 'none'
      ? { pathname: settingsPath(user.unitType), search: setUpQuery(part) }
      : partPage(user, part)
  return (
    <div className="s-admin-bar" role="status">
      <Icon svg={ShieldWarning} />
      <p>{t('adminBar')}</p>
      <Link className="k-button" to={to}>
        {t('adminBarAction')}
      </Link>
    </div>
  )
}
