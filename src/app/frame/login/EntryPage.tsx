import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pageOf } from '../../../../contract/pages.ts'
import { AuthorizePage } from '../../features/authorize/AuthorizePage.tsx'
import { LogoutPage } from '../../features/authorize/LogoutPage.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { BindPage } from '../../features/login/bind/BindPage.tsx'
import { checkSession } from '../../core/session/check-session.ts'
import { asksForAuthorization, pathHere } from '../../core/session/redirect-target.ts'
import { session, acceptSignIn } from '../../core/session/session.ts'
import { isSigningOut, signOut } from '../../core/session/sign-out.ts'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import externalAccount from '../../locales/zh-CN/externalAccount.json'
import { useObservable } from '../../core/state/use-observable.ts'
import { leaveAccount } from '../../core/session/leave-account.ts'
import { homePath } from '../../core/session/home-path.ts'
import type { FrameState } from '../use-frame.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'

// Loaded with the page; the English texts are in the shell's pack.
addTexts('zh-CN', 'externalAccount', externalAccount)

/** Pages between login and portal, without the header: binding an external account, and a third party's requests to sign its user in or out. */
export default function EntryPage({ page, unit }: Pick<FrameState, 'page' | 'unit'>) {
  const { t } = useTranslation('externalAccount')
  const { pathname, search } = useLocation()
  const state = useObservable(session)

  if (page?.kind === 'bind')
    return (
      <BindPage
        unit={unit}
        search={search}
        onBound={(answer) => {
          acceptSignIn(answer.start ?? null)
          // The pending link is used up: nothing leads back to it.
          location.replace(pageAfter(answer.returnTo) ?? homePath(answer))
        }}
      />
    )
  if (page?.kind === 'logout')
    return <LogoutPage unit={unit} search={search} onDesktop={(user) => location.assign(homePath(user))} />
  if (!asksForAuthorization(page, search))
    return (
      <UnitCard unit={unit}>
        <EmptyState
          titleAs="h1"
          title={t('missingClient', { ns: 'shell' })}
          action={
            <a className="k-button k-button--primary" href="/login">
              {t('toLogin', { ns: 'shell' })}
            </a>
          }
        />
      </UnitCard>
    )
  // A user who signs out for another account leaves this page for the form.
  if (state.status === 'in' || (state.status === 'out' && !isSigningOut()))
    return (
      <AuthorizePage
        key={state.status === 'in' ? state.user.userId : ''}
        user={state.status === 'in' ? state.user : null}
        unit={unit}
        search={search}
        onOtherAccount={() => void signOut().then(() => leaveAccount(pathname + search + location.hash))}
        onDesktop={() => location.assign(state.status === 'in' ? homePath(state.user) : '/')}
      />
    )
  return (
    <UnitCard unit={unit}>
      {state.status === 'unreachable' ? (
        <EmptyState
          titleAs="h1"
          title={t('consent.failedTitle')}
          hint={t('consent.failedHint')}
          action={<RetryButton onRetry={checkSession} />}
        />
      ) : (
        <Skeleton label={t('consent.asking')} lines={6} />
      )}
    </UnitCard>
  )
}

/** The page before the sign-in, unless it only redirects. */
function pageAfter(returnTo: string | undefined): string | null {
  const path = pathHere(returnTo, location.origin)
  const page = path && pageOf(new URL(path, location.origin).pathname)
  return page && page.kind !== 'home' && page.kind !== 'login' && page.kind !== 'relogin' ? path : null
}
