import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { decorationOf } from '../../../../contract/rules/appearance/decoration.ts'
import { footerHtml } from '../../../../contract/rules/appearance/unit-footer.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { LoginForm } from '../sign-in/LoginForm.tsx'
import { LoginLayout } from '../sign-in/LoginLayout.tsx'
import Scene from '../sign-in/Scene.tsx'

/** The login page of a unit, for a frame. */
export function LoginPreview({
  unit,
  logo,
  language,
  year,
  pictureAddress,
}: {
  unit: UnitConfig
  /** An address. */
  logo: string
  language: Language
  year: number
  pictureAddress: (picture: string) => string
}) {
  const texts = signInTexts(language)
  const decoration = decorationOf(unit)
  return (
    <LoginLayout
      texts={texts}
      unit={unit}
      logo={logo}
      motto={decoration.loginText?.text ?? ''}
      footer={footerHtml(unit, year, texts.help)}
      scene={<Scene decoration={decoration} addressOf={pictureAddress} />}
      onVersions={ignore}
    >
      <LoginForm
        texts={texts}
        state={{ status: 'idle' }}
        onState={ignore}
        onSignedIn={ignore}
        signIn={() => new Promise(ignore)}
        titleId="login-title"
      />
    </LoginLayout>
  )
}

function ignore(): void {}
