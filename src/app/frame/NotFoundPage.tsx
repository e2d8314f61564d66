import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { homePath } from '../core/session/home-path.ts'

/** The page of an unknown address, or of one that the user may not open. */
export function NotFoundPage({ user }: { user: SessionUser | null }) {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      titleAs="h1"
      title={t('notFoundTitle')}
      hint={t('notFoundHint')}
      action={
        user ? (
          <Link className="k-button k-button--primary" to={homePath(user)}>
            {t('toDesktop')}
          </Link>
        ) : (
          <a className="k-button k-button--primary" href="/login">
            {t('toLogin')}
          </a>
        )
      }
    />
  )
}
