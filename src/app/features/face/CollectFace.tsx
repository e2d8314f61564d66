import './face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FACE_COUNTDOWN_SECONDS } from '../../../../contract/limits.ts'
import { captureSize, DEFAULT_GUIDE } from '../../../../contract/rules/face-guide.ts'
import type { FaceBridge } from '../../bridges/face.ts'
import { Button } from '../../kit/Button.tsx'
import { CameraChooser } from './CameraChooser.tsx'
import { FaceView } from './FaceView.tsx'
import { hintKey, problemKey } from './face-texts.ts'
import { nextFrame } from './next-frame.ts'
import { readPhoto } from './photo-file.ts'
import { PhotoUpload } from './PhotoUpload.tsx'
import { takePhoto } from './track-face.ts'
import { useCamera } from './use-camera.ts'
import { useCountdown } from './use-countdown.ts'
import { usePhotoAddress } from './use-photo-address.ts'
import { useTracking } from './use-tracking.ts'

/** Takes a photo of somebody's face to be kept: a countdown, a press, once more if they like, and saving. Without a camera that may be used, a file. */
export function CollectFace({
  faces,
  waitTime = FACE_COUNTDOWN_SECONDS,
  save,
  describe,
  onCancel,
}: {
  faces: FaceBridge
  /** Seconds before the first photo can be taken. */
  waitTime?: number
  /** Keeps the photo; what it rejects with is shown, and the photo stays. */
  save: (photo: Blob) => Promise<void>
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  onCancel: () => void
}) {
  const { t } = useTranslation('face')
  const { t: common } = useTranslation('common')
  const [capture] = useState(() => captureSize(document.body.clientWidth, screen))
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [busy, setBusy] = useState<'photo' | 'save' | null>(null)
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const address = usePhotoAddress(photo)
  const { camera, retry, choose } = useCamera(photo === null, capture)
  const video = useRef<HTMLVideoElement>(null)
  const ring = useRef<SVGEllipseElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const isReady = camera.status === 'ready'
  const left = useCountdown(waitTime, isReady, round)
  const tracked = { faces, video, ring, capture, guide: DEFAULT_GUIDE }
  const hint = useTracking(isReady && busy === null, { ...tracked, onFailure: (error) => setProblem(describe(error)) })

  // The countdown and the photo take the button away that had the focus.
  const canPress = photo !== null || (isReady && left === 0)
  useEffect(() => {
    if (canPress && (document.activeElement === document.body || document.activeElement === null)) next.current?.focus()
  }, [canPress, photo])

  const run = async (what: 'photo' | 'save', work: () => Promise<void>) => {
    setBusy(what)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(describe(error))
    } finally {
      setBusy(null)
    }
  }
  const photograph = () =>
    run('photo', async () => {
      const element = video.current
      if (!element) return
      const { signal } = new AbortController()
      setPhoto(await takePhoto(signal, { ...tracked, nextFrame: (stop) => nextFrame(stop, element) }))
    })
  const chooseFile = (file: File) =>
    run('photo', async () => setPhoto(await readPhoto(new AbortController().signal, faces, file)))
  const again = () => {
    setPhoto(null)
    setProblem('')
    setRound((now) => now + 1)
  }

  return (
    <div className="face">
      {address !== null ? (
        <img className="face__photo" src={address} alt={t('photo')} />
      ) : (
        <FaceView
          capture={capture}
          guide={DEFAULT_GUIDE}
          stream={isReady ? camera.stream : null}
          video={video}
          ring={ring}
          tone={hint === 'hold' ? 'good' : 'calm'}
          label={t('view')}
        >
          {camera.status === 'initializing' && <span className="k-spinner face-view__wait" aria-hidden="true" />}
          {isReady && left > 0 && (
            <span className="face-view__count" aria-hidden="true">
              {left}
            </span>
          )}
        </FaceView>
      )}
      <p className="face__hint" role="status">
        {words()}
      </p>
      {problem !== '' && (
        <p className="k-field__error" role="alert">
          {problem}
        </p>
      )}
      {camera.status === 'none' && photo === null && (
        <p className="face__more">{t(`${problemKey(camera.problem)}Hint`)}</p>
      )}
      <div className="face__buttons">
        {photo !== null && (
          <Button disabled={busy !== null} onClick={again}>
            {t('photographAgain')}
          </Button>
        )}
        {photo === null && isReady && (
          <Button
            ref={next}
            kind="primary"
            busy={busy === 'photo'}
            disabled={left > 0}
            onClick={() => void photograph()}
          >
            {t('photograph')}
          </Button>
        )}
        {photo === null && camera.status === 'none' && (
          <>
            {camera.problem !== 'insecure' && <Button onClick={retry}>{t('tryCamera')}</Button>}
            <PhotoUpload busy={busy === 'photo'} onChosen={(file) => void chooseFile(file)} />
          </>
        )}
        <Button
          ref={photo === null ? undefined : next}
          kind={photo === null ? 'plain' : 'primary'}
          busy={busy === 'save'}
          disabled={photo === null}
          onClick={() => photo && void run('save', () => save(photo))}
        >
          {t('save')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
      {isReady && photo === null && <CameraChooser cameras={camera.cameras} stream={camera.stream} onChosen={choose} />}
    </div>
  )

  function words(): string {
    if (photo !== null) return t('photoHint')
    if (camera.status === 'none') return t(problemKey(camera.problem))
    if (camera.status === 'initializing') return t('initializing')
    return hint === null ? t('countdown') : t(hintKey(hint))
  }
}
