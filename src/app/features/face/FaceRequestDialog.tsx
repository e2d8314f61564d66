import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { enrol, clockIn } from '../../../../contract/endpoints/faces/face.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AsksFirst } from './AsksFirst.tsx'
import { CollectFace } from './camera/CollectFace.tsx'
import { WatchFace } from './camera/WatchFace.tsx'
import { toBase64 } from './camera/photo-file.ts'
import { faceRequest, type FaceRequest } from './face-request.ts'
import { describeFaceFailure } from './describe-face-failure.ts'

/** The camera dialog for an application that requested it. */
export default function FaceRequestDialog({ request }: { request: FaceRequest }) {
  const { t } = useTranslation('face')
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
          onClockedIn={(answer) => {
            faceRequest.set(null)
            request.end(answer)
          }}
        />
      )}
    </Dialog>
  )
}

/** Clocks in the person before the camera, where the unit allows it. */
function ClockInByFace({ onClockedIn }: { onClockedIn: (answer: ResponseOf<typeof clockIn>) => void }) {
  return (
    <AsksFirst>
      {(asks) =>
        asks.clockIn ? (
          <WatchFace headTurn={asks.headTurn} submit={async (proof) => onClockedIn(await call(clockIn, proof))} />
        ) : (
          <p role="alert">{describeFaceFailure(new PortalError('face.clock_in_off'))}</p>
        )
      }
    </AsksFirst>
  )
}
