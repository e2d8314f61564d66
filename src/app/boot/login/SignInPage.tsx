import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import type { LoginForm } from '../../../../contract/rules/login.ts'
import type { PortalConfig } from '../../core/api/config.ts'
import type { StartData } from '../../../../contract/endpoints/session.ts'
import { adoptEarlyForm } from '../../core/session/early-state.ts'
import { language, setLanguage } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { environment } from '../../core/session/flow/environment.ts'
import type { SignInOutcome } from '../../features/login/LoginForm.tsx'
import { signInTexts } from '../../core/session/login-texts.ts'
import { LoginPage, type EarlyAttempt, type FaceMethodProps } from '../../features/login/LoginPage.tsx'
import type { AutomaticSignIn } from '../../features/login/automatic-sign-in.ts'
import { nextLoginName, rememberedKey } from '../../core/storage/local-keys.ts'
import { decorationOf, documentUnit } from '../../core/tenant/unit.ts'
import { followEarlyLogin } from '../../features/login/early-sign-in.ts'
import { passkeyMethod } from '../../features/login/passkey-method.ts'
import { attemptSignIn } from '../../features/login/sign-in-outcome.ts'
import { startExternal } from '../../features/login/start-entry.ts'

// What does not arrive is missing below a form that works.
const OtherWays = lazy(() =>
  import('../../features/login/external/ExternalSignIn.tsx').catch(() => ({ default: () => null })),
)

const FaceSignIn = lazy<ComponentType<FaceMethodProps>>(() =>
  import('./FaceSignIn.tsx').catch(() => ({ default: () => null })),
)

/** The login page, wired to the session. `failed` is an attempt that ended before this page was there, `entry` a way in that runs beside it. */
export function SignInPage({
  config,
  failed,
  automatic: automatic,
  onSignedIn,
}: {
  config: PortalConfig
  failed: Extract<SignInOutcome, { ok: false }> | null
  automatic: AutomaticSignIn | null
  onSignedIn: (start: StartData | null) => void
}) {
  const shown = useLanguage()
  const [hasProviders, setHasProviders] = useState(documentUnit()?.social ?? false)
  const [hasFace, setHasFace] = useState(documentUnit()?.face ?? false)
  const { kind } = environment()
  const [remembered, setRemembered] = useState<LoginForm | null>(null)

  useEffect(() => {
    // A document that the service worker kept tells of the unit as it was then.
    if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
    void import('../../core/tenant/renew-unit.ts')
      .then(({ renewUnit }) => renewUnit())
      .then(
        (changed) => {
          if (!changed) return
          setHasProviders(documentUnit()?.social ?? false)
          setHasFace(documentUnit()?.face ?? false)
        },
        () => undefined,
      )
  }, [])

  useEffect(() => {
    void readFilled().then(setRemembered)
  }, [])

  return (
    <LoginPage
      texts={signInTexts(shown)}
      unit={documentUnit() ?? { unitId: '', unitName: '', unitEnName: '' }}
      failed={failed}
      automatic={automatic}
      externalSignIn={
        (hasProviders || kind === 'wecom' || kind === 'wechat') && (
          <Suspense>
            <OtherWays
              language={shown}
              environment={kind}
              hasProviders={hasProviders}
              begin={(provider) => startExternal(provider, config)}
            />
          </Suspense>
        )
      }
      scene={drawnScene()}
      adopt={adopt}
      remembered={remembered}
      attempt={(values, keeping, otp) => attemptSignIn(values, keeping, language.current, otp)}
      passkey={passkeyMethod}
      face={hasFace ? FaceSignIn : null}
      onSignedIn={(answer) => onSignedIn(answer.start ?? null)}
      onForgot={() => window.open('/forgetPassword', '_blank', 'noopener')}
      onLanguage={() => setLanguage(shown === 'en' ? 'zh-CN' : 'en')}
    />
  )
}

/** The theme whose picture the unit's decoration asks for. */
function drawnScene(): string | null {
  const unit = documentUnit()
  const theme = unit && decorationOf(unit).theme
  return theme && /^(ink|lotus|cartoon)$/.test(theme) ? theme : null
}

/** Takes over what was pressed since the document was shown. */
function adopt(): EarlyAttempt | null {
  const early = adoptEarlyForm()
  return early && { pressedEmpty: early.pressedEmpty, outcome: early.login && followEarlyLogin(early.login) }
}

/** What fills the form: the name of whoever has just set a new password, or what this device remembers. */
async function readFilled(): Promise<LoginForm | null> {
  const username = nextLoginName.take()
  if (username !== null) return { username, password: '' }
  if (!rememberedKey.get()) return null
  return (await import('../../core/session/remembered-credentials.ts')).readRemembered()
}
