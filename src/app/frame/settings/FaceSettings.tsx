import { ProofDialog } from '../../features/account/proof/ProofDialog.tsx'
import { FacePage } from '../../features/face/FacePage.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import face from '../../locales/zh-CN/face.json'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'face', face)

/** The faces of a user and their children, wired to the shell. */
export default function FaceSettings() {
  return <FacePage ProofDialog={ProofDialog} />
}
