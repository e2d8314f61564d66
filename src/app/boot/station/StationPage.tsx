import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../core/api/call.ts'
import { playCue } from '../../features/face/camera/cues.ts'
import { WalkUpFaces } from '../../features/face/camera/WalkUpFaces.tsx'
import { toBase64 } from '../../features/face/camera/photo-file.ts'
import { chooseOtherLanguage } from '../../core/language/choose-language.ts'
import { isPin } from '../../features/station/exit-pin.ts'
import { ExitDialog } from '../../features/station/ExitDialog.tsx'
import { createStationClock } from '../../features/station/station-clock.ts'
import { createStationQueue, type StationQueue } from '../../features/station/station-queue.ts'
import { deleteStation, type StationDevice, type StationStore } from '../../features/station/station-store.ts'
import { StationScreen, type StationCameraProps } from '../../features/station/StationScreen.tsx'
import { documentUnit } from '../../core/tenant/unit.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/Button.tsx'
import { useObservable } from '../../core/state/use-observable.ts'

export function StationPage({
  store,
  device,
  pending,
  onEnded,
}: {
  store: StationStore
  device: StationDevice
  pending: number
  onEnded: () => void
}) {
  const [queue] = useState(() => createStationQueue({ store, call, clock: createStationClock() }, device, pending))
  const [leaving, setLeaving] = useState(false)
  const { ended, pending: waiting } = useObservable(queue.state)

  useEffect(() => {
    const left = new AbortController()
    queue.run(left.signal).catch(() => undefined)
    return () => left.abort()
  }, [queue])

  const end = async () => {
    store.close()
    await deleteStation()
    onEnded()
  }

  return (
    <>
      {ended ? (
        <Ended why={ended} queue={queue} onExit={() => setLeaving(true)} />
      ) : (
        <StationScreen
          queue={queue}
          unitId={documentUnit()?.unitId ?? ''}
          Camera={Camera}
          onCue={playCue}
          onLanguage={chooseOtherLanguage}
          onExit={() => setLeaving(true)}
        />
      )}
      <ExitDialog
        open={leaving}
        pending={waiting}
        check={(pin) => isPin(pin, device.pin)}
        onLeave={() => location.assign('/login')}
        onEnd={end}
        onClose={() => setLeaving(false)}
      />
    </>
  )
}

function Camera({ guide, onPhoto }: StationCameraProps) {
  return (
    <WalkUpFaces
      guide={guide}
      onPhoto={async (photo) => {
        playCue('taken')
        return onPhoto(await toBase64(photo))
      }}
    />
  )
}

function Ended({ why, queue, onExit }: { why: 'gone' | 'seal'; queue: StationQueue; onExit: () => void }) {
  const { t } = useTranslation('station')
  const { pending } = useObservable(queue.state)
  return (
    <main className="station-message">
      <EmptyState
        titleAs="h1"
        title={t(`ended.${why}`)}
        hint={[t('ended.hint'), pending > 0 ? t('ended.pending', { count: pending }) : ''].filter(Boolean).join(' ')}
        action={
          <Button kind="primary" onClick={onExit}>
            {t('exit.open')}
          </Button>
        }
      />
    </main>
  )
}
