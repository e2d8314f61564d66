import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { systemAdmin } from '../../../contract/calls/roles.ts'
import type { SessionUser } from '../../../contract/calls/session.ts'
import { call } from '../api/call.ts'
import { AccountPage } from '../features/account/AccountPage.tsx'
import { addTexts } from '../features/language/i18n.ts'
import { useLanguage } from '../features/language/use-language.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import account from '../locales/zh-CN/account.ts'
import protection from '../locales/zh-CN/protection.ts'
import elsewhere from '../locales/zh-CN/elsewhere.ts'
import { useObservable } from '../state/use-observable.ts'
import { reportFailure } from './make-portal.ts'
import { online } from './online.ts'
import { passwordSurroundings } from './password-surroundings.ts'
import { isSignInSettings, SIGN_IN_SETTINGS } from './settings-part.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'account', account)
addTexts('zh-CN', 'protection', protection)
addTexts('zh-CN', 'elsewhere', elsewhere)

const SignInSettings = lazy(() => import('./SignInSettings.tsx'))

/** What a person can see and change of their own account and, for administrators, of how everybody signs in. */
export default function SettingsPage({ user }: { user: Pick<SessionUser, 'userId' | 'loginName'> }) {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const language = useLanguage()
  const isOnline = useObservable(online)
  const isAdmin = useIsAdmin(user.userId, isOnline)
  // Whoever came by its address need not wait for the answer: the server shows nothing to anybody else.
  const onSignIn = isSignInSettings(search) && isAdmin !== false

  return (
    <>
      {(isAdmin === true || onSignIn) && (
        <nav className="s-tabs" aria-label={t('settings')}>
          <Link to={{ search: '' }} aria-current={onSignIn ? undefined : 'page'}>
            {t('myAccount')}
          </Link>
          <Link to={SIGN_IN_SETTINGS} aria-current={onSignIn ? 'page' : undefined}>
            {t('signInSettings')}
          </Link>
        </nav>
      )}
      {onSignIn ? (
        <Suspense fallback={<Skeleton label={t('signInSettings')} lines={12} />}>
          <SignInSettings language={language} online={isOnline} />
        </Suspense>
      ) : (
        <AccountPage
          language={language}
          online={isOnline}
          password={passwordSurroundings(user.loginName, language)}
          onFailure={reportFailure}
        />
      )}
    </>
  )
}

/** Whether the person is one of the unit's administrators; null until that is known. */
function useIsAdmin(userId: string, isOnline: boolean): boolean | null {
  const [isAdmin, setIsAdmin] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isOnline) return undefined
    const leaving = new AbortController()
    // Their own account is shown all the same, and says that the server cannot be reached.
    call(systemAdmin, { userId }, { signal: leaving.signal }).then(setIsAdmin, () => undefined)
    return () => leaving.abort()
  }, [userId, isOnline])
  return isAdmin
}
