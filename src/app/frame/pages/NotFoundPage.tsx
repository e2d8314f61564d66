import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { homePath } from '../../core/session/home-path.ts'
import { Button } from '../../ui/Button.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { opens } from '../late-dialogs.ts'

/** The page of an unknown address, or of one that the user may not open. */
export default function NotFoundPage({ user }: { user: SessionUser | null }) {
  const { t } = useTranslation('shell')
  return (
    <NoData
      type="missing"
      titleAs="h1"
      title={t('notFoundTitle')}
      hint={t('notFoundHint')}
      action={
        user ? (
          <Ways user={user} />
        ) : (
          <a className="k-button k-button--primary" href="/login">
            {t('toLogin')}
          </a>
        )
      }
    />
  )
}

function Ways({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <div className="k-buttons">
      <Link className="k-button k-button--primary" to={homePath(user)}>
        {t('toDesktop')}
      </Link>
      <Button {...opens('search')}>{t('search')}</Button>
      {/* The first page of a window has none before it. */}
      {isFollowed() && <Button onClick={() => void navigate(-1)}>{t('goBack')}</Button>}
    </div>
  )
}

/** Whether the router has been at another page of this window. */
function isFollowed(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
}
