import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { enrolPerson } from '../../../../contract/endpoints/faces/face-admin.ts'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useChange } from '../../core/query/use-change.ts'
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
  onSaved: (enrolled: ResponseOf<typeof face.enrol>) => void
  onClose: () => void
}) {
  const { t } = useTranslation('face')
  const save = useChange(
    async (photo: Blob) => {
      const taken = { userId, faceImage: await toBase64(photo) }
      return administers ? call(enrolPerson, taken) : call(face.enrol, { ...taken, noIntercept: true })
    },
    { done: t('card.saved') },
  )
  return (
    <Dialog title={title} width="600px" onClose={onClose}>
      <CollectFace save={async (photo) => onSaved(await save.mutateAsync(photo))} onCancel={onClose} />
    </Dialog>
  )
}
