import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { useLanguage } from '../../core/language/use-language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { LoginDialog } from '../../features/login/LoginDialog.tsx'
import { loginPrompt, settleLoginPrompt } from '../../core/session/login-prompt.ts'
import { acceptSignIn, session } from '../../core/session/session.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { Button } from '../../ui/Button.tsx'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { leaveWithoutAsking } from '../../core/state/uploading.ts'
import { leaveForLogin } from '../../core/session/home-path.ts'

/** The login over the page after a lost session. The same user continues; for another one the page is reloaded. */
export function SignInAgain() {
  const { open } = useSnapshot(loginPrompt)
  const shown = useLanguage()
  const { t } = useTranslation('shell')
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
