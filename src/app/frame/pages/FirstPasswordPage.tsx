import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { renewUser } from '../../core/session/renew-user.ts'
import { session } from '../../core/session/session.ts'
import { loadDesktop } from '../../features/desktop/desktop-store.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { frameDialog } from '../frame-dialog.ts'
import { LogoutDialog } from '../FrameDialogs.tsx'
import { lazyPage } from './LazyPage.tsx'
import { SignInAgain } from '../login/SignInAgain.tsx'

const FirstPasswordDialog = lazyPage(() => import('../../features/account/password/FirstPasswordDialog.tsx'))

/** All that the server answers a person whose password the school gave: a question for another one. Then the page of the address comes. */
export function FirstPasswordPage({ user }: { user: SessionUser }) {
  const { t } = useTranslation('common')
  const enter = async () => {
    await renewUser()
    const state = session.current
    if (state.status === 'in' && pageOf(location.pathname)?.kind !== 'authorize') await loadDesktop(state.user)
  }
  return (
    <div className="s-page">
      <main className="s-main" id="content">
        <FirstPasswordDialog
          waiting={<Skeleton label={t('loading')} />}
          page={{ loginName: user.loginName, onSignOut: () => frameDialog.set('logout'), onDone: enter }}
        />
      </main>
      <LogoutDialog />
      <SignInAgain />
    </div>
  )
}
