import { useEffect, useRef, useState, type RefObject } from 'react'
import type { GuideSettings, Size } from '../../../../contract/rules/face-guide.ts'
import type { FaceBridge } from '../../bridges/face.ts'
import type { Hint } from './judge-sighting.ts'
import { nextFrame } from './next-frame.ts'
import { trackFace } from './track-face.ts'

/** A hint that was not there for so many milliseconds is not said: between two frames a face is lost easily. */
const STEADY = 250

/** What tracking needs. */
export interface Tracking {
  readonly faces: FaceBridge
  readonly video: RefObject<HTMLVideoElement | null>
  readonly ring: RefObject<SVGEllipseElement | null>
  readonly capture: Size
  readonly guide: GuideSettings
  /** A photo was taken. */
  readonly onPhoto: (photo: Blob) => void
  /** Tracking ended without one. */
  readonly onFailure: (error: unknown) => void
}

/** Tracks while `active`, and says what to do; the ring is drawn without React, thirty times a second. */
export function useTracking(
  active: boolean,
  { faces, video, ring, capture, guide, onPhoto, onFailure }: Tracking,
): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null)
  const handlers = useRef({ onPhoto, onFailure })
  useEffect(() => {
    handlers.current = { onPhoto, onFailure }
  })
  const { width, height } = capture
  const { widthRatio, tolerance } = guide

  useEffect(() => {
    const element = video.current
    if (!active || !element) return
    const left = new AbortController()
    const say = steadily(setHint)
    const draw = (share: number) => ring.current?.style.setProperty('--share', String(share))
    trackFace(
      left.signal,
      {
        capture: { width, height },
        guide: { widthRatio, tolerance },
        nextFrame: (signal) => nextFrame(signal, element),
        faces,
      },
      (frame) => {
        draw(frame.share)
        say(frame.hint)
      },
    ).then(
      (photo) => handlers.current.onPhoto(photo),
      (error: unknown) => {
        if (!left.signal.aborted) handlers.current.onFailure(error)
      },
    )
    return () => {
      left.abort()
      draw(0)
      setHint(null)
    }
  }, [active, faces, video, ring, width, height, widthRatio, tolerance])

  return hint
}

/** Says what was meant for a quarter of a second; the first is said at once. */
function steadily(say: (hint: Hint) => void): (hint: Hint) => void {
  let said: Hint | undefined
  let meant: Hint | undefined
  let since = 0
  return (hint) => {
    const now = performance.now()
    if (hint !== meant) {
      meant = hint
      since = now
    }
    if (hint === said || (said !== undefined && now - since < STEADY)) return
    said = hint
    say(hint)
  }
}
