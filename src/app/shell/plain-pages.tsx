import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SessionUser } from '../../../contract/calls/session.ts'
import type { UnitConfig } from '../../../contract/calls/tenant.ts'
import type { Page } from '../../../contract/pages.ts'
import { signInTexts } from '../features/session/login-texts.ts'
import { unitNameIn } from '../features/tenant/unit.ts'
import { useLanguage } from '../features/language/use-language.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { homePath } from './portal-start.ts'

/** What stands where no page is: for an address that is none, or one that this person may not open. */
export function NotFoundPage({ page, user }: { page: Page | null; user: SessionUser | null }) {
  const { t } = useTranslation('shell')
  const missingClient = page?.kind === 'authorize' && !new URLSearchParams(location.search).has('client_id')
  const binds = page?.kind === 'bind'
  const title = missingClient ? t('missingClient') : binds ? t('bindTitle') : t('notFoundTitle')
  return (
    <EmptyState
      title={title}
      hint={missingClient ? undefined : binds ? t('bindHint') : t('notFoundHint')}
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

/** Opened in its own window from the login: whom to ask. */
export function ForgotPasswordPage({ unit }: { unit: UnitConfig | null }) {
  const language = useLanguage()
  const texts = signInTexts(language)
  return (
    <main className="s-page">
      <EmptyState
        title={texts.forgotTitle}
        hint={texts.forgotHint.replace('{{unit}}', unit ? unitNameIn(unit, language) : '')}
        action={
          <a className="k-button k-button--primary" href="/login">
            {texts.backToLogin}
          </a>
        }
      />
    </main>
  )
}
