import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { enrolPerson } from '../../../../contract/endpoints/faces/face-admin.ts'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { CollectFace } from './camera/CollectFace.tsx'
import { toBase64 } from './camera/photo-file.ts'

/** Takes another photo of a person's face and stores it; the caller has checked the consent. `onSaved` closes it. */
export function TakeFaceDialog({
  title,
  userId,
  administers = false,
  onSaved,
  onClose,
}: {
  title: string
  userId: string
  /** By the right to administer faces, not as the person or a guardian. */
  administers?: boolean
  onSaved: (enrolled: ResponseOf<typeof face.enrol>) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('face')
  const save = async (photo: Blob) => {
    const taken = { userId, faceImage: await toBase64(photo) }
    const enrolled = await (administers ? call(enrolPerson, taken) : call(face.enrol, { ...taken, noIntercept: true }))
    notify('success', t('card.saved'))
    await onSaved(enrolled)
  }
  return (
    <Dialog title={title} width="600px" onClose={onClose}>
      <CollectFace save={save} onCancel={onClose} />
    </Dialog>
  )
}
