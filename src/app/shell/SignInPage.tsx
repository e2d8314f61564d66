import { useEffect, useState } from 'react'
import type { LoginForm } from '../../../contract/rules/login.ts'
import type { StartData } from '../../../contract/calls/session.ts'
import { adoptEarlyForm } from '../early/early-state.ts'
import { language, setLanguage } from '../features/language/language.ts'
import { useLanguage } from '../features/language/use-language.ts'
import { signInTexts } from '../features/session/login-texts.ts'
import { LoginPage, type EarlyAttempt } from '../features/session/LoginPage.tsx'
import type { Entry } from '../features/session/use-entry.ts'
import { rememberedKey } from '../state/local-keys.ts'
import { documentUnit } from '../features/tenant/unit.ts'
import { followEarlyLogin } from './early-sign-in.ts'
import { attemptSignIn } from './sign-in-outcome.ts'

/** The login page, wired to the session. `failed` is the text of an attempt that ended before this page was there, `entry` a way in that runs beside it. */
export function SignInPage({
  failed,
  entry,
  onSignedIn,
}: {
  failed: string | null
  entry: Entry | null
  onSignedIn: (start: StartData | null) => void
}) {
  const shown = useLanguage()
  const [remembered, setRemembered] = useState<LoginForm | null>(null)

  useEffect(() => {
    if (!rememberedKey.get()) return
    void import('../features/session/remembered-credentials.ts')
      .then(({ readRemembered }) => readRemembered())
      .then(setRemembered)
  }, [])

  return (
    <LoginPage
      texts={signInTexts(shown)}
      unit={documentUnit() ?? { unitId: '', unitName: '', unitEnName: '' }}
      failed={failed}
      entry={entry}
      adopt={adopt}
      remembered={remembered}
      attempt={(values, keeping) => attemptSignIn(values, keeping, language.current)}
      onSignedIn={(answer) => onSignedIn(answer.start ?? null)}
      onForgot={() => window.open('/forgetPassword', '_blank', 'noopener')}
      onLanguage={() => setLanguage(shown === 'en' ? 'zh-CN' : 'en')}
    />
  )
}

/** Takes over what was pressed since the document was shown. */
function adopt(): EarlyAttempt | null {
  const early = adoptEarlyForm()
  return early && { pressedEmpty: early.pressedEmpty, outcome: early.login && followEarlyLogin(early.login) }
}
