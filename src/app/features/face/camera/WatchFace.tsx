import '../face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PortalError } from '../../../../../contract/portal-error.ts'
import { captureSize, DEFAULT_GUIDE } from '../../../../../contract/rules/face-guide.ts'
import { faces } from '../../../platform/face.ts'
import { CameraChooser, CameraTrouble, FaceView } from './FaceView.tsx'
import { playCue, isSoundOn, setSound } from './cues.ts'
import type { Side } from './track-face.ts'
import { useCamera, useStream } from './use-camera.ts'
import { hintKey, problemKey, useTracking } from './use-tracking.ts'
import { describeFaceFailure } from '../describe-face-failure.ts'

type Step =
  | { readonly at: 'beginning' }
  | { readonly at: 'tracking'; readonly turn: Side | null }
  | { readonly at: 'sending' }
  | { readonly at: 'failed'; readonly message: string; readonly hint?: string }
  | { readonly at: 'done' }

/**
 * Recognises the person before the camera, to sign in (login) or to clock in (orther): opens the camera, takes the photo when a face is at the guide,
 * and submits it. The server's refusal is shown here, with a button for another try.
 */
export function WatchFace({
  begin,
  submit,
}: {
  begin?: (signal: AbortSignal) => Promise<Side | null>
  /** Sends the photos; a rejection is shown. */
  submit: (photo: Blob, turned: Blob | null) => Promise<void>
}) {
  const { t } = useTranslation('face')
  const [capture] = useState(() => captureSize(document.body.clientWidth, screen))
  const { camera, retry, choose } = useCamera(true, capture)
  const [step, setStep] = useState<Step>({ at: 'beginning' })
  const ring = useRef<SVGEllipseElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const isReady = camera.status === 'ready'
  const video = useStream(isReady ? camera.stream : null)

  const fail = (error: unknown) => {
    playCue('bad')
    const isLate = error instanceof PortalError && error.code === 'face.timeout'
    setStep({ at: 'failed', message: describeFaceFailure(error), ...(isLate ? { hint: t('timeoutHint') } : {}) })
  }
  const send = async (photo: Blob, turned: Blob | null) => {
    playCue('taken')
    setStep({ at: 'sending' })
    try {
      await submit(photo, turned)
      playCue('good')
      setStep({ at: 'done' })
    } catch (error) {
      fail(error)
    }
  }
  const hint = useTracking(isReady && step.at === 'tracking', {
    faces,
    video,
    ring,
    capture,
    guide: DEFAULT_GUIDE,
    turn: step.at === 'tracking' ? step.turn : null,
    onPhotos: (photo, turned) => void send(photo, turned),
    onFailure: fail,
  })

  const starts = isReady && step.at === 'beginning'
  const beginning = useRef({ begin, fail })
  useEffect(() => {
    beginning.current = { begin, fail }
  })
  useEffect(() => {
    if (!starts) return
    const left = new AbortController()
    const start = async () => {
      const turn = (await beginning.current.begin?.(left.signal)) ?? null
      if (!left.signal.aborted) setStep({ at: 'tracking', turn })
    }
    start().catch((error: unknown) => {
      if (!left.signal.aborted) beginning.current.fail(error)
    })
    return () => left.abort()
  }, [starts])

  // The button for the next step gets the focus.
  const hasFailed = step.at === 'failed'
  useEffect(() => {
    if (hasFailed) again.current?.focus()
  }, [hasFailed])

  return (
    <div className="face">
      <FaceView
        capture={capture}
        guide={DEFAULT_GUIDE}
        video={video}
        ring={ring}
        tone={hasFailed ? 'bad' : step.at === 'done' || hint === 'hold' ? 'good' : 'calm'}
      >
        {hasFailed && (
          <button ref={again} type="button" className="face-again" onClick={() => setStep({ at: 'beginning' })}>
            {t('again')}
          </button>
        )}
        {(camera.status === 'initializing' || step.at === 'sending') && (
          <span className="k-spinner face-view__wait" aria-hidden="true" />
        )}
      </FaceView>
      <p className="face__hint" role={hasFailed ? 'alert' : 'status'}>
        {words()}
      </p>
      {hasFailed && step.hint !== undefined && <p className="face__more">{step.hint}</p>}
      <CameraTrouble camera={camera} onRetry={retry} />
      {isReady && (
        <div className="face__choices">
          <CameraChooser cameras={camera.cameras} stream={camera.stream} onChosen={choose} />
          <SoundSwitch />
        </div>
      )}
    </div>
  )

  function words(): string {
    if (step.at === 'failed') return step.message
    if (step.at === 'sending') return t('sending')
    if (step.at === 'done') return t('done')
    if (camera.status === 'none') return t(problemKey(camera.problem))
    if (camera.status === 'initializing') return t('initializing')
    return hint === null ? t('initializing') : t(hintKey(hint))
  }
}

function SoundSwitch() {
  const { t } = useTranslation('face')
  const [isOn, setOn] = useState(isSoundOn)
  return (
    <label className="face__sound">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          setSound(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
      {t('sound')}
    </label>
  )
}
