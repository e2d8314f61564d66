import { useOnline } from '../../core/connectivity/use-online.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { FaceAdminPage } from '../../features/face-admin/FaceAdminPage.tsx'
import { ConsentText, StoredFace } from '../../features/face/FaceCard.tsx'
import { TakeFaceDialog } from '../../features/face/TakeFaceDialog.tsx'
import { describeFaceFailure } from '../../features/face/describe-face-failure.ts'
import face from '../../locales/zh-CN/face.ts'
import faceAdmin from '../../locales/zh-CN/faceAdmin.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'face', face)
addTexts('zh-CN', 'faceAdmin', faceAdmin)

export default function FaceAdminSettings() {
  const online = useOnline()
  const language = useLanguage()
  return (
    <FaceAdminPage
      language={language}
      online={online}
      describe={(error) => describeFaceFailure(error, language)}
      TakeFaceDialog={TakeFaceDialog}
      StoredFace={StoredFace}
      ConsentText={ConsentText}
    />
  )
}
