import { useState, type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { guideBox, type GuideSettings, type Size } from '../../../../../contract/rules/face-guide.ts'
import { Button } from '../../../ui/Button.tsx'
import type { CameraChoice, CameraState } from './use-camera.ts'
import { problemKey } from './use-tracking.ts'

/** A view higher than this many times its width leaves no space on a phone for the text below it. */
const HIGHEST = 1.2

/** The camera's picture as in a mirror with the guide over it; `ring` closes as frames count up, by its style alone. */
export function FaceView({
  capture,
  guide,
  video,
  ring,
  tone = 'calm',
  children,
}: {
  capture: Size
  guide: GuideSettings
  video: RefObject<HTMLVideoElement | null>
  ring: RefObject<SVGEllipseElement | null>
  tone?: 'calm' | 'good' | 'bad'
  children?: ReactNode
}) {
  const { t } = useTranslation('face')
  const [plays, setPlays] = useState(false)
  const { width, height } = capture
  const box = guideBox(capture, guide)
  const oval = { cx: width / 2, cy: height / 2, rx: box.width / 2, ry: box.height / 2 }

  return (
    <div
      className={`face-view face-view--${tone}`}
      style={{ aspectRatio: `${width} / ${Math.min(height, width * HIGHEST)}` }}
    >
      <div className="face-view__capture" style={{ aspectRatio: `${width} / ${height}` }}>
        <video
          ref={video}
          className="face-view__video"
          aria-label={t('view')}
          autoPlay
          muted
          playsInline
          onPlaying={() => setPlays(true)}
          onEmptied={() => setPlays(false)}
          data-plays={plays || undefined}
        />
        <svg className="face-view__guide" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path className="face-view__shade" fillRule="evenodd" d={`M0 0H${width}V${height}H0Z${ovalPath(oval)}`} />
          <ellipse className="face-view__line" {...oval} />
          <ellipse ref={ring} className="face-view__ring" {...oval} pathLength={1} />
        </svg>
      </div>
      {children}
    </div>
  )
}

function ovalPath({ cx, cy, rx, ry }: { cx: number; cy: number; rx: number; ry: number }): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

export function CameraChooser({
  cameras,
  stream,
  onChosen,
}: {
  cameras: readonly CameraChoice[]
  stream: MediaStream
  onChosen: (id: string) => void
}) {
  const { t } = useTranslation('face')
  const id = useId()
  if (cameras.length < 2) return null
  const now = stream.getVideoTracks()[0]?.getSettings().deviceId
  return (
    <p className="face__camera">
      <label htmlFor={id}>{t('camera')}</label>
      <select id={id} className="k-select" value={now} onChange={({ currentTarget }) => onChosen(currentTarget.value)}>
        {cameras.map((camera, index) => (
          <option key={camera.id} value={camera.id}>
            {camera.label || t('cameraNumber', { number: index + 1 })}
          </option>
        ))}
      </select>
    </p>
  )
}

/** What to do about a missing camera; nothing for any other state. */
export function CameraTrouble({ camera, onRetry }: { camera: CameraState; onRetry: () => void }) {
  const { t } = useTranslation('face')
  if (camera.status !== 'none') return null
  return (
    <div className="face__actions">
      <p className="face__more">{t(`${problemKey(camera.problem)}Hint`)}</p>
      {camera.problem !== 'insecure' && <Button onClick={onRetry}>{t('tryCamera')}</Button>}
    </div>
  )
}
