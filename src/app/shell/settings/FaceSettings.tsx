import { errorTexts } from '../../../../contract/errors.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { FacePage } from '../../features/face/FacePage.tsx'
import { addTexts } from '../../features/language/i18n.ts'
import { useLanguage } from '../../features/language/use-language.ts'
import { signInTexts } from '../../features/session/login-texts.ts'
import face from '../../locales/zh-CN/face.ts'
import { failureMessage } from '../failure-message.ts'
import { reportFailure } from '../report-failure.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'face', face)

/** A person's face and those of their children, wired to the shell. */
export default function FaceSettings({ online }: { online: boolean }) {
  const language = useLanguage()
  const describe = (error: unknown) =>
    error instanceof PortalError
      ? errorTexts[error.code][language === 'en' ? 'en' : 'zh']
      : failureMessage(error, language, signInTexts(language).errors).text
  return <FacePage language={language} online={online} describe={describe} onFailure={reportFailure} />
}
