import { use, useEffect, useState } from 'react'
import { takeEarlyReset } from '../../core/session/early-state.ts'
import { chooseOtherLanguage } from '../../core/language/choose-language.ts'
import { ForgotPassword } from '../../features/passwords/ForgotPassword.tsx'
import { renewUnit } from '../../core/tenant/renew-unit.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { takeResetFromAddress } from '../../core/session/flow/url-secrets.ts'
import { waitAtMost } from '../../core/timing/bounded-wait.ts'
import { loggedOutKey, nextLoginName } from '../../core/storage/local-keys.ts'
import { dropRemembered } from '../../features/account/password/remembered-password.ts'

/** Milliseconds to wait for the unit's settings, which say whether it sends mail. */
const UNIT_WAIT = 2000

const opened = takeEarlyReset()
/** A document from the service worker's cache may have outdated settings, on which the first step depends. */
const renewed =
  'serviceWorker' in navigator && navigator.serviceWorker.controller ? waitAtMost(UNIT_WAIT, renewUnit()) : null

/** The page for a forgotten password, opened in its own window from the login or by the link of a mail. */
export default function ForgotPasswordPage() {
  if (renewed) use(renewed)
  const [secret, setSecret] = useState(opened)

  useEffect(() => {
    // The link was pasted into a window with this page.
    const take = () => setSecret((before) => takeResetFromAddress() ?? before)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  return (
    <ForgotPassword
      key={secret}
      unit={documentUnit()}
      secret={secret}
      onLanguage={chooseOtherLanguage}
      onReset={async (loginName) => {
        nextLoginName.set(loginName)
        // Prevents auto-login as another remembered account.
        loggedOutKey.set(true)
        await dropRemembered(loginName)
      }}
    />
  )
}
