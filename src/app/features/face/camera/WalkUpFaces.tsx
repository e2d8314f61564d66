import '../face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideSettings } from '../../../../../contract/rules/faces/face-guide.ts'
import { CameraChooser, CameraTrouble, FaceView } from './FaceView.tsx'
import { keepTracking, restWhenIdle, sleep, trackPeople, type PhotoEnd, useTracking } from './track-face.ts'
import { useCamera } from './use-camera.ts'

/** The camera of a station: each person is photographed at the guide, and the next one can come when `onPhoto` resolves. */
export function WalkUpFaces({ guide, onPhoto }: { guide: GuideSettings; onPhoto: (photo: Blob) => Promise<PhotoEnd> }) {
  const { t } = useTranslation('face')
  const view = useCamera()
  const { camera, isReady } = view
  const [isFailing, setFailing] = useState(false)
  const handler = useRef(onPhoto)
  useEffect(() => {
    handler.current = onPhoto
  })
  const hint = useTracking(
    isReady,
    view,
    {
      async track(signal, tracked, note) {
        // The next attempt restarts a stopped worker.
        const attempt = (works: () => void) => {
          const watched = restWhenIdle(tracked)
          const onFrame: typeof note = (frame) => {
            works()
            watched.see(frame.hint !== 'nobody')
            note(frame)
          }
          return trackPeople(signal, watched, onFrame, (photo) => handler.current(photo))
        }
        await keepTracking(signal, attempt, { wait: sleep, random: Math.random }, setFailing)
        setFailing(false)
      },
    },
    guide,
  )

  return (
    <div className="face">
      <FaceView view={view} guide={guide} tone={hint === 'hold' ? 'good' : 'calm'} />
      <p className="face__hint" role="status">
        {hintText()}
      </p>
      <CameraTrouble view={view} />
      <CameraChooser view={view} />
    </div>
  )

  function hintText(): string {
    if (camera.status === 'none') return t(`problems.${camera.problem}`)
    if (isFailing) return t('trackingFails')
    return t(hint === null ? 'initializing' : `hints.${hint}`)
  }
}
