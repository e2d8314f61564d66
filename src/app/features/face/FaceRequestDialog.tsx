import { useTranslation } from 'react-i18next'
import { enrol } from '../../../../contract/endpoints/face.ts'
import { call } from '../../core/api/call.ts'
import { faces } from '../../platform/face.ts'
import { ClockInByFace } from './ClockInByFace.tsx'
import { CollectFace } from './CollectFace.tsx'
import { toBase64 } from './photo-file.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'
import { faceRequest, type FaceRequest } from './face-request.ts'

/** The camera over an application that asked for it. */
export default function FaceRequestDialog({ request }: { request: FaceRequest }) {
  const { t } = useTranslation('face')
  const language = useLanguage()
  const describe = (error: unknown) => failureMessage(error, language, signInTexts(language).errors).text
  const close = () => {
    faceRequest.set(null)
    request.end(null)
  }
  return (
    <Dialog
      open
      title={request.mode === 'collect' ? t('collectTitle') : t('clockInTitle')}
      width="600px"
      onClose={close}
    >
      {request.mode === 'collect' ? (
        <CollectFace
          faces={faces}
          describe={describe}
          save={async (photo) => {
            const { userId, end } = request
            const enrolled = await call(enrol, { userId, faceImage: await toBase64(photo), noIntercept: true })
            faceRequest.set(null)
            notify('success', t('card.saved'))
            end(enrolled)
          }}
          onCancel={close}
        />
      ) : (
        <ClockInByFace
          faces={faces}
          describe={describe}
          onClockedIn={(answer) => {
            faceRequest.set(null)
            request.end(answer)
          }}
        />
      )}
    </Dialog>
  )
}
