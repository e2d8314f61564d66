import { useEffect, useRef, type RefObject, useState } from 'react'
import type { GuideSettings, Size } from '../../../../../contract/rules/face-guide.ts'
import type { FaceBridge } from '../../../platform/face.ts'
import {
  type Hint,
  type Side,
  nextVideoFrame,
  trackFace,
  trackTurn,
  watchFace,
  type TrackedCamera,
  type TrackedFrame,
} from './track-face.ts'
import type { CameraProblem } from './use-camera.ts'

export interface Tracking {
  readonly faces: FaceBridge
  readonly video: RefObject<HTMLVideoElement | null>
  readonly ring: RefObject<SVGEllipseElement | null>
  readonly capture: Size
  readonly guide: GuideSettings
  /** The side to which the head is turned for a second photo. */
  readonly turn?: Side | null
  readonly onPhotos?: (photo: Blob, turned: Blob | null) => void
  readonly onFailure: (error: unknown) => void
}

/** Tracks while `active` and gives hints; the ring is drawn without React, thirty times a second. */
export function useTracking(
  active: boolean,
  { faces, video, ring, capture, guide, turn = null, ...given }: Tracking,
): Hint | null {
  const { hint, show, clearHint } = useHint()
  const handlers = useRef(given)
  useEffect(() => {
    handlers.current = given
  })
  const takes = given.onPhotos !== undefined
  const { width, height } = capture
  const { widthRatio, tolerance } = guide

  useEffect(() => {
    const element = video.current
    if (!active || !element) return
    const left = new AbortController()
    const draw = (share: number) => ring.current?.style.setProperty('--share', String(share))
    const camera: TrackedCamera = {
      capture: { width, height },
      guide: { widthRatio, tolerance },
      nextFrame: (signal) => nextVideoFrame(signal, element),
      faces,
    }
    const note = (frame: TrackedFrame) => {
      draw(frame.share)
      show(frame.hint)
    }
    const take = async () => {
      const photo = await trackFace(left.signal, camera, note)
      const turned = turn && (await trackTurn(left.signal, camera, turn, note))
      handlers.current.onPhotos?.(photo, turned)
    }
    const work = takes ? take() : watchFace(left.signal, camera, note)
    work.catch((error: unknown) => {
      if (!left.signal.aborted) handlers.current.onFailure(error)
    })
    return () => {
      left.abort()
      draw(0)
      clearHint()
    }
  }, [active, takes, turn, faces, video, ring, width, height, widthRatio, tolerance, show, clearHint])

  return hint
}

/** A hint must last this many milliseconds: single frames often lose a face. */
const STEADY = 250

/** The hint to show, changed when it is steady; the first is shown at once. */
export function useHint(): { hint: Hint | null; show: (hint: Hint) => void; clearHint: () => void } {
  const [hint, setHint] = useState<Hint | null>(null)
  const [filter] = useState(() => createHintFilter(setHint))
  return { hint, ...filter }
}

function createHintFilter(set: (hint: Hint | null) => void) {
  let shown: Hint | null = null
  let latest: Hint | null = null
  let since = 0
  return {
    show(hint: Hint) {
      const now = performance.now()
      if (hint !== latest) {
        latest = hint
        since = now
      }
      if (hint === shown || (shown !== null && now - since < STEADY)) return
      shown = hint
      set(hint)
    },
    clearHint() {
      shown = null
      latest = null
      set(null)
    },
  }
}

export const hintKey = (hint: Hint) => `hints.${hint}` as const
export const problemKey = (problem: CameraProblem) => `problems.${problem}` as const
