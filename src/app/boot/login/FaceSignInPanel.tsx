import * as face from '../../../../contract/endpoints/faces/face.ts'
import { SignInByFace } from '../../features/face/SignInByFace.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { beginSharedUse, enterPortal, type Keeping } from '../../core/session/session.ts'
import { checkSessionCookies } from '../../core/session/session-cookies.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import english from '../../locales/en/face.json'
import chinese from '../../locales/zh-CN/face.json'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { WithTexts } from './WithTexts.tsx'

addTexts('zh-CN', 'face', chinese)
addTexts('en', 'face', english)

export default function FaceSignInPanel({ keeping, onClose }: { keeping: Keeping; onClose: () => void }) {
  const language = useLanguage()
  const isShared = keeping === 'nothing'
  return (
    <WithTexts>
      <Dialog title={signInTexts(language).face} width="600px" onClose={onClose}>
        <SignInByFace
          shared={isShared}
          onSignedIn={async (answer) => {
            checkSessionCookies(face.login.name)
            if (isShared) await beginSharedUse()
            else sharedUseKey.remove()
            enterPortal(answer)
          }}
        />
      </Dialog>
    </WithTexts>
  )
}
