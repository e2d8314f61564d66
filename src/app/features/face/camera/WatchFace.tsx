import '../face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestOf, ResponseOf } from '../../../../../contract/endpoint.ts'
import * as face from '../../../../../contract/endpoints/faces/face.ts'
import { PortalError } from '../../../../../contract/portal-error.ts'
import { call } from '../../../core/api/call.ts'
import { CameraChooser, CameraTrouble, FaceView } from './FaceView.tsx'
import { playCue, isSoundOn, setSound } from './cues.ts'
import { toBase64 } from './photo-file.ts'
import { trackFace, trackTurn, useTracking } from './track-face.ts'
import { useCamera } from './use-camera.ts'
import { failureText } from '../../../core/notices/failure-text.ts'

type Step =
  | { readonly at: 'beginning' }
  | { readonly at: 'tracking'; readonly challenged: ResponseOf<typeof face.challenge> | null }
  | { readonly at: 'sending' }
  | { readonly at: 'failed'; readonly message: string; readonly hint?: string }
  | { readonly at: 'done' }

/**
 * Recognises the person before the camera, to sign in (login) or to clock in (orther): opens the camera, takes the photo when a face is at the guide,
 * and submits it, with a challenge (valid for one answer) where the unit asks for one. The server's refusal is shown here, with a button for another
 * try.
 */
export function WatchFace({
  headTurn,
  submit,
}: {
  headTurn: boolean
  /** Sends the photos; a rejection is shown. The request of signing in has the same fields. */
  submit: (proof: RequestOf<typeof face.clockIn>) => Promise<void>
}) {
  const { t } = useTranslation('face')
  const view = useCamera()
  const { camera, isReady } = view
  const [step, setStep] = useState<Step>({ at: 'beginning' })
  const again = useRef<HTMLButtonElement>(null)
  const challenged = step.at === 'tracking' ? step.challenged : null

  const fail = (error: unknown) => {
    playCue('bad')
    const isLate = error instanceof PortalError && error.code === 'face.timeout'
    setStep({ at: 'failed', message: failureText(error), ...(isLate ? { hint: t('timeoutHint') } : {}) })
  }
  const send = async (photo: Blob, turned: Blob | null) => {
    playCue('taken')
    setStep({ at: 'sending' })
    try {
      await submit({
        faceImage: await toBase64(photo),
        ...(challenged && { challenge: challenged.challenge }),
        ...(turned && { turnedImage: await toBase64(turned) }),
        noIntercept: true,
      })
      playCue('good')
      setStep({ at: 'done' })
    } catch (error) {
      fail(error)
    }
  }
  const hint = useTracking(isReady && step.at === 'tracking', view, {
    async track(signal, tracked, note) {
      const photo = await trackFace(signal, tracked, note)
      return { photo, turned: challenged && (await trackTurn(signal, tracked, challenged.turn, note)) }
    },
    onTracked: ({ photo, turned }) => void send(photo, turned),
    onFailure: fail,
  })

  const starts = isReady && step.at === 'beginning'
  const failing = useRef(fail)
  useEffect(() => {
    failing.current = fail
  })
  useEffect(() => {
    if (!starts) return
    const left = new AbortController()
    const start = async () => {
      const asked = headTurn ? await call(face.challenge, {}, { signal: left.signal }) : null
      if (!left.signal.aborted) setStep({ at: 'tracking', challenged: asked })
    }
    start().catch((error: unknown) => {
      if (!left.signal.aborted) failing.current(error)
    })
    return () => left.abort()
  }, [starts, headTurn])

  // The button for the next step gets the focus.
  const hasFailed = step.at === 'failed'
  useEffect(() => {
    if (hasFailed) again.current?.focus()
  }, [hasFailed])

  return (
    <div className="face">
      <FaceView
        view={view}
        busy={step.at === 'sending'}
        turn={step.at === 'tracking' && isReady ? turnOf(hint) : undefined}
        tone={hasFailed ? 'bad' : step.at === 'done' || hint === 'hold' ? 'good' : 'calm'}
      >
        {hasFailed && (
          <button ref={again} type="button" className="face-again" onClick={() => setStep({ at: 'beginning' })}>
            {t('again')}
          </button>
        )}
      </FaceView>
      <p className="face__hint" role={hasFailed ? 'alert' : 'status'}>
        {hintText()}
      </p>
      {hasFailed && step.hint !== undefined && <p className="k-soft">{step.hint}</p>}
      <CameraTrouble view={view} />
      {isReady && (
        <div className="face__choices">
          <CameraChooser view={view} />
          <SoundSwitch />
        </div>
      )}
    </div>
  )

  function hintText(): string {
    if (step.at === 'failed') return step.message
    if (step.at === 'sending') return t('sending')
    if (step.at === 'done') return t('done')
    if (camera.status === 'none') return t(`problems.${camera.problem}`)
    return t(!isReady || hint === null ? 'initializing' : `hints.${hint}`)
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

/** Where a hint has the head turned to. */
function turnOf(hint: string | null): 'left' | 'right' | undefined {
  if (hint === 'turn-left') return 'left'
  return hint === 'turn-right' ? 'right' : undefined
}
