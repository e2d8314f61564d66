import ArrowLeft from '@phosphor-icons/core/bold/caret-double-left-bold.svg?react'
import ArrowRight from '@phosphor-icons/core/bold/caret-double-right-bold.svg?react'
import { useState, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { guideBox, type GuideSettings } from '../../../../../contract/rules/faces/face-guide.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import type { CameraView } from './use-camera.ts'

/** A view higher than this many times its width leaves no space on a phone for the text below it. */
const HIGHEST = 1.2
/** Of the width of a phone's view, at least; its photo is mostly of what is around the face. */
const OVAL_WIDTH = 0.65

/** The camera's picture as in a mirror with the guide over it; the ring closes by its style alone. */
export function FaceView({
  view: { camera, capture, video, ring },
  guide,
  tone,
  turn,
  busy = false,
  children,
}: {
  view: CameraView
  guide?: GuideSettings
  tone: 'calm' | 'good' | 'bad'
  /** Where the head is to be turned, as the person sees it. */
  turn?: 'left' | 'right' | undefined
  busy?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation('face')
  const [plays, setPlays] = useState(false)
  const { width, height } = capture
  const box = guideBox(capture, guide)
  // A square photo is seen whole; of a high one the middle, nearer.
  const zoom = height > width ? Math.max(1, (OVAL_WIDTH * width) / box.width) : 1
  const oval = { cx: width / 2, cy: height / 2, rx: box.width / 2, ry: box.height / 2 }

  return (
    <div
      className={`face-view face-view--${tone}`}
      style={{ aspectRatio: `${width} / ${Math.min(height, width * HIGHEST)}` }}
    >
      <div className="face-view__capture" style={{ aspectRatio: `${width} / ${height}`, width: `${zoom * 100}%` }}>
        <video
          ref={video}
          className="face-view__video"
          aria-label={t('view')}
          aria-busy={camera.status === 'initializing'}
          autoPlay
          muted
          playsInline
          onPlaying={() => setPlays(true)}
          onEmptied={() => setPlays(false)}
          data-plays={plays || undefined}
        />
        <svg className="face-view__guide" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path className="face-view__shade" fillRule="evenodd" d={`M0 0H${width}V${height}H0Z${ovalPath(oval)}`} />
          <ellipse className="face-view__line" {...oval} strokeWidth={2 / zoom} />
          <ellipse ref={ring} className="face-view__ring" {...oval} pathLength={1} strokeWidth={6 / zoom} />
        </svg>
      </div>
      {turn && (
        <span className="face-view__turn" data-side={turn}>
          <Icon svg={turn === 'left' ? ArrowLeft : ArrowRight} size={40} />
        </span>
      )}
      {children}
      {(busy || camera.status === 'initializing') && <span className="k-spinner face-view__wait" aria-hidden="true" />}
    </div>
  )
}

function ovalPath({ cx, cy, rx, ry }: { cx: number; cy: number; rx: number; ry: number }): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

/** Chooses one of several cameras; nothing until one is open. */
export function CameraChooser({ view: { camera, choose } }: { view: CameraView }) {
  const { t } = useTranslation('face')
  const id = useId()
  if (camera.status !== 'ready' || camera.cameras.length < 2) return null
  const now = camera.stream.getVideoTracks()[0]?.getSettings().deviceId
  return (
    <p className="face__camera">
      <label htmlFor={id}>{t('camera')}</label>
      <select id={id} className="k-select" value={now} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {camera.cameras.map(({ id: each, label }, index) => (
          <option key={each} value={each}>
            {label || t('cameraNumber', { number: index + 1 })}
          </option>
        ))}
      </select>
    </p>
  )
}

/** What to do about a missing camera; nothing for any other state. */
export function CameraTrouble({ view: { camera, retry } }: { view: CameraView }) {
  const { t } = useTranslation('face')
  if (camera.status !== 'none') return null
  return (
    <div className="face__actions">
      <p className="k-soft">{t(`problems.${camera.problem}Hint`)}</p>
      {camera.problem !== 'insecure' && <Button onClick={retry}>{t('tryCamera')}</Button>}
    </div>
  )
}
