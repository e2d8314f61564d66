import '../face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FACE_COUNTDOWN_SECONDS } from '../../../../../contract/limits.ts'
import { faces } from '../../../platform/face.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { CameraChooser, FaceView } from './FaceView.tsx'
import { playCue } from './cues.ts'
import { readPhoto } from './photo-file.ts'
import { nextVideoFrame, watchFace, useTracking } from './track-face.ts'
import { useCamera } from './use-camera.ts'
import { FormFailure } from '../../../ui/form/FormFooter.tsx'
import { failureText } from '../../../core/notices/failure-text.ts'

/** Takes a photo of a face to store: a countdown, a press, retakes, and saving. Without a camera, a file. */
export function CollectFace({
  save,
  onCancel,
}: {
  /** Stores the photo; a rejection is shown, and the photo stays. */
  save: (photo: Blob) => Promise<void>
  onCancel: () => void
}) {
  const { t } = useTranslation('face')
  const { t: common } = useTranslation('common')
  const [shot, show] = useShot()
  const [busy, setBusy] = useState<'photo' | 'save' | null>(null)
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const view = useCamera(shot === null)
  const { camera, isReady, retry } = view
  const next = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  const left = useCountdown(FACE_COUNTDOWN_SECONDS, isReady, round)
  const hint = useTracking(isReady && busy === null, view, {
    track: watchFace,
    onFailure: (error) => setProblem(failureText(error)),
  })

  useEffect(() => {
    const element = root.current
    const move = () => (hasMoved.current = true)
    element?.addEventListener('keydown', move)
    return () => element?.removeEventListener('keydown', move)
  }, [])

  // The button with the focus is removed by the countdown and the photo; the focus moves only if it was there.
  const stage = shot ? 'shot' : isReady && left === 0 ? 'ready' : 'waiting'
  useEffect(() => {
    const stays = hasMoved.current && root.current?.contains(document.activeElement)
    if (stage !== 'waiting' && !stays) next.current?.focus()
  }, [stage])

  const run = async (what: 'photo' | 'save', work: () => Promise<void>) => {
    setBusy(what)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(null)
    }
  }
  const photograph = () =>
    run('photo', async () => {
      const element = view.video.current
      if (!element) return
      const { signal } = new AbortController()
      show(await faces.photograph(signal, await nextVideoFrame(signal, element), view.capture))
      playCue('taken')
    })
  const chooseFile = (file: File) =>
    run('photo', async () => show(await readPhoto(new AbortController().signal, faces, file)))
  const again = () => {
    show(null)
    setProblem('')
    setRound((now) => now + 1)
  }

  return (
    <div className="face" ref={root}>
      {shot ? (
        <img className="face__photo" src={shot.address} alt={t('photo')} />
      ) : (
        <FaceView view={view} tone={hint === 'hold' ? 'good' : 'calm'}>
          {isReady && left > 0 && (
            <span className="face-view__count" aria-hidden="true">
              {left}
            </span>
          )}
        </FaceView>
      )}
      <p className="face__hint" role="status">
        {hintText()}
      </p>
      <FormFailure failure={problem} />
      {camera.status === 'none' && !shot && <p className="k-soft">{t(`problems.${camera.problem}Hint`)}</p>}
      <div className="k-buttons face__buttons">
        {shot && (
          <Button disabled={busy !== null} onClick={again}>
            {t('photographAgain')}
          </Button>
        )}
        {!shot && isReady && (
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
        {!shot && camera.status === 'none' && (
          <>
            {camera.problem !== 'insecure' && <Button onClick={retry}>{t('tryCamera')}</Button>}
            <FileButton
              kind="primary"
              busy={busy === 'photo'}
              accept="image/jpeg,image/png,image/webp"
              onFile={(file) => void chooseFile(file)}
            >
              {t('chooseFile')}
            </FileButton>
          </>
        )}
        <Button
          ref={shot ? next : undefined}
          kind={shot ? 'primary' : 'plain'}
          busy={busy === 'save'}
          disabled={!shot}
          onClick={() => shot && void run('save', () => save(shot.photo))}
        >
          {common('save')}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
      <CameraChooser view={view} />
    </div>
  )

  function hintText(): string {
    if (shot) return t('photoHint')
    if (camera.status === 'none') return t(`problems.${camera.problem}`)
    if (camera.status === 'initializing') return t('initializing')
    return t(hint === null ? 'countdown' : `hints.${hint}`)
  }
}

/** Seconds left of a countdown that starts when `running` does and again for another `round`; 0 at the end. */
function useCountdown(seconds: number, running: boolean, round: number): number {
  const [counted, setCounted] = useState({ round, left: seconds })
  useEffect(() => {
    if (!running) return
    const count = () =>
      setCounted((now) => ({ round, left: Math.max(0, (now.round === round ? now.left : seconds) - 1) }))
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [seconds, running, round])
  return counted.round === round ? counted.left : seconds
}

/** A taken photo with an address to show it by, and how to replace it. */
function useShot() {
  const [shot, setShot] = useState<{ photo: Blob; address: string } | null>(null)
  useEffect(() => {
    if (shot) return () => URL.revokeObjectURL(shot.address)
  }, [shot])
  const show = (photo: Blob | null) => setShot(photo && { photo, address: URL.createObjectURL(photo) })
  return [shot, show] as const
}
