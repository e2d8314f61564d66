import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { useLanguage } from '../../core/language/use-language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { LoginDialog } from '../../features/login/LoginDialog.tsx'
import { loginPrompt, settleLoginPrompt } from '../../core/session/login-prompt.ts'
import { acceptSignIn, session } from '../../core/session/session.ts'
import { notify } from '../../core/notices/notices.ts'
import { readUser } from '../../core/session/renew-user.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { Button } from '../../ui/Button.tsx'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { leaveWithoutAsking } from '../../core/state/uploading.ts'
import { leaveForLogin } from '../../core/session/home-path.ts'

/** Goes on when the user returns to this window signed in again, as by the desktop client's relogin window. Returns what ends that. */
function goOnAfterOtherWindow(): () => void {
  const look = async () => {
    if (document.visibilityState === 'visible' && (await readUser())) settleLoginPrompt(true)
  }
  const onReturn = () => void look()
  addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    removeEventListener('focus', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

/** The login over the page after a lost session. The same user continues; for another one the page is reloaded. */
export function SignInAgain() {
  const { open } = useSnapshot(loginPrompt)
  const shown = useLanguage()
  const { t } = useTranslation('shell')
  useEffect(() => (open ? goOnAfterOtherWindow() : undefined), [open])
  const giveUp = () => {
    settleLoginPrompt(false)
    leaveWithoutAsking()
    leaveForLogin()
  }
  return (
    <LoginDialog
      texts={signInTexts(shown)}
      open={open}
      shared={sharedUseKey.get() !== null}
      onSignedIn={({ start }) => {
        const before = session.current.status === 'in' ? session.current.user.userId : null
        if (start?.me.userId === before) {
          acceptSignIn(start)
          settleLoginPrompt(true)
          notify('success', signInTexts(shown).succeeded, { isInert: true })
          return
        }
        // Waiting calls, above all uploads, belong to the user before and must not continue under this account.
        settleLoginPrompt(false)
        if (start) acceptSignIn(start)
        leaveWithoutAsking()
        location.reload()
      }}
      onGiveUp={giveUp}
      otherMethods={
        documentUnit()?.social && (
          <Button kind="quiet" className="s-other-methods" onClick={giveUp}>
            {t('otherWays')}
          </Button>
        )
      }
    />
  )
}
