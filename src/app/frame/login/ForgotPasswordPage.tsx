import { use, useEffect, useState } from 'react'
import { takeEarlyReset } from '../../core/session/early-state.ts'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { i18n } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { ForgotPassword } from '../../features/passwords/ForgotPassword.tsx'
import { renewUnit } from '../../core/tenant/renew-unit.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { takeResetFromAddress } from '../../core/session/flow/url-secrets.ts'
import { notify } from '../../core/notices/notices.ts'
import { waitAtMost } from '../../core/timing/bounded-wait.ts'
import { loggedOutKey, nextLoginName } from '../../core/storage/local-keys.ts'
import { describePasswordFailure } from '../../features/account/password/describe-password-failure.ts'
import { dropRemembered } from '../../features/account/password/remembered-password.ts'

/** The longest that the page waits, in milliseconds, to hear whether the unit sends mail. */
const UNIT_WAIT = 2000

const opened = takeEarlyReset()
/** A document that the service worker kept tells of the unit as it was then: which step comes first depends on it. */
const renewed =
  'serviceWorker' in navigator && navigator.serviceWorker.controller ? waitAtMost(UNIT_WAIT, renewUnit()) : null

/** The page for somebody who forgot their password, opened in its own window from the login or by the link of a mail. */
export default function ForgotPasswordPage() {
  if (renewed) use(renewed)
  const language = useLanguage()
  const [secret, setSecret] = useState(opened)

  useEffect(() => {
    // The link, put into the address bar of a window that shows this page already.
    const take = () => setSecret((before) => takeResetFromAddress() ?? before)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  const changeLanguage = async () => {
    const refusal = await chooseLanguage(language === 'en' ? 'zh-CN' : 'en')
    if (refusal) notify('warning', i18n.t('languageFailed', { ns: 'common' }))
  }

  return (
    <ForgotPassword
      key={secret}
      unit={documentUnit()}
      secret={secret}
      describe={describePasswordFailure}
      onLanguage={() => void changeLanguage()}
      onReset={async (loginName) => {
        nextLoginName.set(loginName)
        // Whoever else this device remembers is not signed in by itself now.
        loggedOutKey.set(true)
        await dropRemembered(loginName)
      }}
    />
  )
}
