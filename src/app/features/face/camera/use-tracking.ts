import { useEffect, useRef, useState } from 'react'
import { DEFAULT_GUIDE, type GuideSettings } from '../../../../../contract/rules/face-guide.ts'
import { faces } from '../../../platform/face.ts'
import { nextVideoFrame, type Hint, type TrackedCamera, type TrackedFrame } from './track-face.ts'
import type { CameraView } from './use-camera.ts'

/** Tracks while `active` and gives hints; the ring is drawn without React, thirty times a second. */
export function useTracking<T>(
  active: boolean,
  { video, ring, capture }: CameraView,
  given: {
    /** Calls `note` for each frame. */
    readonly track: (signal: AbortSignal, camera: TrackedCamera, note: (frame: TrackedFrame) => void) => Promise<T>
    readonly onTracked?: (tracked: T) => void
    readonly onFailure?: (error: unknown) => void
  },
  { widthRatio, tolerance }: GuideSettings = DEFAULT_GUIDE,
): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null)
  const [{ show, clearHint }] = useState(() => createHintFilter(setHint))
  const handlers = useRef(given)
  useEffect(() => {
    handlers.current = given
  })

  useEffect(() => {
    const element = video.current
    if (!active || !element) return
    const left = new AbortController()
    const draw = (share: number) => ring.current?.style.setProperty('--share', String(share))
    const camera: TrackedCamera = {
      capture,
      guide: { widthRatio, tolerance },
      nextFrame: (signal) => nextVideoFrame(signal, element),
      faces,
    }
    const note = (frame: TrackedFrame) => {
      draw(frame.share)
      show(frame.hint)
    }
    handlers.current.track(left.signal, camera, note).then(
      (tracked) => handlers.current.onTracked?.(tracked),
      (error: unknown) => {
        if (!left.signal.aborted) handlers.current.onFailure?.(error)
      },
    )
    return () => {
      left.abort()
      draw(0)
      clearHint()
    }
  }, [active, video, ring, capture, widthRatio, tolerance, show, clearHint])

  return hint
}

/** A hint must last this many milliseconds: single frames often lose a face. */
const STEADY = 250

/** Gives the hint to show, changed when it is steady; the first is shown at once. */
function createHintFilter(set: (hint: Hint | null) => void) {
  let shown: Hint | null = null
  let latest: Hint | null = null
  let since = 0
  return {
    show: (hint: Hint) => {
      const now = performance.now()
      if (hint !== latest) {
        latest = hint
        since = now
      }
      if (hint === shown || (shown !== null && now - since < STEADY)) return
      shown = hint
      set(hint)
    },
    clearHint: () => {
      shown = null
      latest = null
      set(null)
    },
  }
}
