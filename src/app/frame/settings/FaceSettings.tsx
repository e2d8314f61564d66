import { ProofDialog } from '../../features/account/proof/ProofDialog.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { FacePage } from '../../features/face/FacePage.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import face from '../../locales/zh-CN/face.ts'
import protection from '../../locales/zh-CN/protection.ts'
import { describeFaceFailure } from '../../features/face/describe-face-failure.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'face', face)
addTexts('zh-CN', 'protection', protection)

/** The faces of a user and their children, wired to the shell. */
export default function FaceSettings() {
  const online = useOnline()
  const language = useLanguage()
  const describe = (error: unknown) => describeFaceFailure(error, language)
  return <FacePage language={language} online={online} describe={describe} ProofDialog={ProofDialog} />
}
