import { addTexts } from '../../core/language/i18n.ts'
import { FaceAdminPage } from '../../features/face-admin/FaceAdminPage.tsx'
import { ConsentText, StoredFace } from '../../features/face/FaceCard.tsx'
import { TakeFaceDialog } from '../../features/face/TakeFaceDialog.tsx'
import face from '../../locales/zh-CN/face.json'
import faceAdmin from '../../locales/zh-CN/faceAdmin.json'

// English is in the shell's own pack.
addTexts('zh-CN', 'face', face)
addTexts('zh-CN', 'faceAdmin', faceAdmin)

export default function FaceAdminSettings() {
  return <FaceAdminPage TakeFaceDialog={TakeFaceDialog} StoredFace={StoredFace} ConsentText={ConsentText} />
}
