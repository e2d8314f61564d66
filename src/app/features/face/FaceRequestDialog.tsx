import { useTranslation } from 'react-i18next'
import { clockIn } from '../../../../contract/endpoints/faces/face.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { call } from '../../core/api/call.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AsksFirst } from './AsksFirst.tsx'
import { WatchFace } from './camera/WatchFace.tsx'
import { faceRequest, type FaceRequest } from './face-request.ts'
import { TakeFaceDialog } from './TakeFaceDialog.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

/** The camera dialog for an application that requested it. */
export default function FaceRequestDialog({ request }: { request: FaceRequest }) {
  const { t } = useTranslation('face')
  const finish = (end: () => void) => {
    faceRequest.set(null)
    end()
  }
  const close = () => finish(() => request.end(null))
  if (request.mode === 'collect') {
    const { userId, administers, end } = request
    return (
      <TakeFaceDialog
        title={t('collectTitle')}
        userId={userId}
        administers={administers}
        onSaved={(enrolled) => finish(() => end(enrolled))}
        onClose={close}
      />
    )
  }
  return (
    <Dialog title={t('clockInTitle')} width="600px" onClose={close}>
      <AsksFirst>
        {(asks) =>
          asks.clockIn ? (
            <WatchFace
              headTurn={asks.headTurn}
              submit={async (proof) => {
                const { direction } = request
                const clockedIn = await call(clockIn, { ...proof, ...(direction && { direction }), noIntercept: true })
                finish(() => request.end(clockedIn))
              }}
            />
          ) : (
            <p role="alert">{failureText(new PortalError('face.clock_in_off'))}</p>
          )
        }
      </AsksFirst>
    </Dialog>
  )
}
