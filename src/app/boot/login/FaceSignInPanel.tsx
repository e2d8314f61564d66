import { useEffect } from 'react'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { I18nextProvider } from 'react-i18next'
import { SignInByFace } from '../../features/face/SignInByFace.tsx'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { beginSharedUse, enterPortal, type Keeping } from '../../core/session/session.ts'
import { checkSessionCookies } from '../../core/session/session-cookies.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import englishCommon from '../../locales/en/common.json'
import english from '../../locales/en/face.json'
import chinese from '../../locales/zh-CN/face.json'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { useLanguage } from '../../core/language/use-language.ts'

// The login loads no language packs.
addTexts('zh-CN', 'face', chinese)
addTexts('en', 'face', english)
addTexts('en', 'common', englishCommon)

export default function FaceSignInPanel({ keeping, onClose }: { keeping: Keeping; onClose: () => void }) {
  const language = useLanguage()
  const isShared = keeping === 'nothing'
  useEffect(() => {
    void i18n.changeLanguage(language)
  }, [language])
  return (
    <I18nextProvider i18n={i18n}>
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
    </I18nextProvider>
  )
}
