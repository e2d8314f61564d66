import { useEffect, useState } from 'react'
import type { LoginForm } from '../../../../contract/rules/sign-in/login.ts'
import { adoptEarlyForm } from '../../core/session/early-state.ts'
import { setLanguage } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { environment } from '../../core/session/flow/environment.ts'
import { latePart } from '../../ui/late-part.tsx'
import { signInTexts } from '../../core/session/login-texts.ts'
import { LoginPage, type EarlyAttempt } from '../../features/login/LoginPage.tsx'
import { type AutomaticSignIn, startExternal } from '../../features/login/automatic-sign-in.ts'
import { LOGIN_NAME_LENGTH } from '../../../../contract/limits.ts'
import { requestParameter } from '../../core/session/request-parameter.ts'
import { nextLoginName, rememberedKey } from '../../core/storage/local-keys.ts'
import { decorationOf } from '../../../../contract/rules/appearance/decoration.ts'
import { footerHtml } from '../../../../contract/rules/appearance/unit-footer.ts'
import { setWindowTitle } from '../../core/state/window-title.ts'
import { startUp } from '../../core/tenant/start-up.ts'
import { documentUnit, unitNameIn } from '../../core/tenant/unit.ts'
import { followEarlyLogin } from '../../features/login/early-sign-in.ts'
import type { SignInOutcome } from '../../core/session/session.ts'
import type { Deployed } from '../../features/versions/package-facts.ts'

// Decoration, which fades in when its code is there.
const Scene = latePart(() => import('../../ui/sign-in/Scene.tsx'))
const ExternalSignIn = latePart(() => import('../../features/login/external/ExternalSignIn.tsx'))
const FaceSignIn = latePart(() => import('./FaceSignIn.tsx'))
// Loaded together with the shell, which has the styles of dialogs and is needed after the sign-in anyway.
const About = latePart(
  async () => (await Promise.all([import('./LoginAbout.tsx'), import('../Shell.tsx')]))[0],
  null,
  (_, { onMissing }) => onMissing(),
)

/** The login page of this document's unit. `failed`: an attempt that ended before; `automatic`: one that runs beside it. */
export function SignInPage({
  deployed,
  failed,
  automatic,
}: {
  deployed: Deployed
  failed: Extract<SignInOutcome, { ok: false }> | null
  automatic: AutomaticSignIn | null
}) {
  const shown = useLanguage()
  const [unit, setUnit] = useState(documentUnit)
  const { kind } = environment()
  const [year] = useState(() => new Date().getFullYear())
  const [about, setAbout] = useState<'open' | 'missing' | null>(null)
  const [remembered, setRemembered] = useState<LoginForm | null>(null)

  useEffect(() => {
    // A document from the service worker's cache may have outdated settings of the unit.
    if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
    void import('../../core/tenant/renew-unit.ts')
      .then(({ renewUnit }) => renewUnit())
      .then(
        () => setUnit(documentUnit()),
        () => undefined,
      )
  }, [])

  useEffect(() => {
    void readFilled().then(setRemembered)
  }, [])

  useEffect(() => {
    if (unit) setWindowTitle(unitNameIn(unit, shown))
  }, [unit, shown])

  const decoration = unit ? decorationOf(unit) : {}
  const texts = signInTexts(shown)
  const { languages } = startUp(unit)
  const other = shown === 'en' ? 'zh-CN' : 'en'
  return (
    <>
      <LoginPage
        texts={texts}
        unit={unit ?? { unitId: '', unitName: '', unitEnName: '' }}
        motto={decoration.loginText?.text ?? ''}
        footer={unit ? footerHtml(unit, year, texts.help) : ''}
        failed={failed}
        automatic={automatic}
        externalSignIn={
          (unit?.social || kind === 'wecom' || kind === 'wechat') && (
            <ExternalSignIn
              language={shown}
              environment={kind}
              hasProviders={unit?.social ?? false}
              begin={startExternal}
            />
          )
        }
        scene={<Scene decoration={decoration} />}
        adopt={adopt}
        remembered={remembered}
        face={unit?.face ? FaceSignIn : null}
        onVersions={() => setAbout('open')}
        versionsFailed={about === 'missing' ? texts.failures.network : ''}
        onLanguage={languages === 'not-a-list' || languages.includes(other) ? () => setLanguage(other) : null}
      />
      {about === 'open' && (
        <About deployed={deployed} onClose={() => setAbout(null)} onMissing={() => setAbout('missing')} />
      )}
    </>
  )
}

/** Takes over a press from before this script ran. */
function adopt(): EarlyAttempt | null {
  const early = adoptEarlyForm()
  return early && { pressedEmpty: early.pressedEmpty, outcome: early.login && followEarlyLogin(early.login) }
}

/** The values for the form: the account whose password was just reset, the one that a third party names, or the remembered credentials. */
async function readFilled(): Promise<LoginForm | null> {
  const username = nextLoginName.take()
  if (username !== null) return { username, password: '' }
  const hint = requestParameter('login_hint', location.search)
  const remembered = rememberedKey.get() ? await readStored() : null
  if (!hint || hint === remembered?.username) return remembered
  return { username: hint.slice(0, LOGIN_NAME_LENGTH), password: '' }
}

async function readStored(): Promise<LoginForm | null> {
  return (await import('../../core/session/remembered-credentials.ts')).readRemembered()
}
