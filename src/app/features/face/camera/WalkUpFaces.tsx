import '../face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { captureSize, type GuideSettings } from '../../../../../contract/rules/face-guide.ts'
import { faces } from '../../../platform/face.ts'
import { CameraChooser, CameraTrouble, FaceView } from './FaceView.tsx'
import { keepTracking, nextVideoFrame, restWhenIdle, sleep, trackPeople, type PhotoEnd } from './track-face.ts'
import { useCamera, useStream } from './use-camera.ts'
import { hintKey, problemKey, useHint } from './use-tracking.ts'

/** The camera of a station: each person is photographed at the guide, and the next one can come when `onPhoto` resolves. */
export function WalkUpFaces({ guide, onPhoto }: { guide: GuideSettings; onPhoto: (photo: Blob) => Promise<PhotoEnd> }) {
  const { t } = useTranslation('face')
  const [capture] = useState(() => captureSize(document.body.clientWidth, screen))
  const { camera, retry, choose } = useCamera(true, capture)
  const [isFailing, setFailing] = useState(false)
  const { hint, show: say, clearHint } = useHint()
  const ring = useRef<SVGEllipseElement>(null)
  const isReady = camera.status === 'ready'
  const video = useStream(isReady ? camera.stream : null)
  const handler = useRef(onPhoto)
  useEffect(() => {
    handler.current = onPhoto
  })
  const { widthRatio, tolerance } = guide

  useEffect(() => {
    const element = video.current
    if (!isReady || !element) return
    const left = new AbortController()
    const draw = (share: number) => ring.current?.style.setProperty('--share', String(share))
    const track = (works: () => void) => {
      const watched = restWhenIdle({
        capture,
        guide: { widthRatio, tolerance },
        nextFrame: (signal) => nextVideoFrame(signal, element),
        faces,
      })
      return trackPeople(
        left.signal,
        watched,
        ({ hint: meant, share }) => {
          works()
          watched.see(meant !== 'nobody')
          draw(share)
          say(meant)
        },
        (photo) => handler.current(photo),
      )
    }
    // The next attempt restarts a stopped worker.
    void keepTracking(left.signal, track, { wait: sleep, random: Math.random }, setFailing)
    return () => {
      left.abort()
      draw(0)
      clearHint()
      setFailing(false)
    }
  }, [isReady, video, capture, widthRatio, tolerance, say, clearHint])

  return (
    <div className="face">
      <FaceView capture={capture} guide={guide} video={video} ring={ring} tone={hint === 'hold' ? 'good' : 'calm'}>
        {camera.status === 'initializing' && <span className="k-spinner face-view__wait" aria-hidden="true" />}
      </FaceView>
      <p className="face__hint" role="status">
        {camera.status === 'none'
          ? t(problemKey(camera.problem))
          : isFailing
            ? t('trackingFails')
            : hint === null
              ? t('initializing')
              : t(hintKey(hint))}
      </p>
      <CameraTrouble camera={camera} onRetry={retry} />
      {isReady && <CameraChooser cameras={camera.cameras} stream={camera.stream} onChosen={choose} />}
    </div>
  )
}
