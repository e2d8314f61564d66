import { useEffect, useRef, useState } from 'react'
import { FACE_FRAMES, FACE_TIMEOUT } from '../../../../../contract/limits.ts'
import { PortalError } from '../../../../../contract/portal-error.ts'
import {
  DEFAULT_GUIDE,
  guideBox,
  shareOfFrames,
  type GuideSettings,
  type Size,
  findMisfit,
  type Misfit,
} from '../../../../../contract/rules/faces/face-guide.ts'
import { retryPause } from '../../../core/timing/retry-pause.ts'
import { faces as bridge, type FaceBridge, type Frame, type Detection } from '../../../platform/face.ts'
import type { CameraView } from './use-camera.ts'

export interface TrackedFrame {
  readonly hint: Hint
  readonly share: number
}

export interface TrackedCamera {
  readonly capture: Size
  readonly guide: GuideSettings
  /** The next frame after the call; frames in between are dropped. Rejects with the signal's reason. */
  readonly nextFrame: (signal: AbortSignal) => Promise<Frame>
  readonly faces: Pick<FaceBridge, 'look' | 'photograph'>
}

/** Consecutive frames of a turned head, about a tenth of a second. */
const TURNED_FRAMES = 3

/** Processes frames, calling back for each, without end. Rejects as the bridge does, and with the signal's reason. */
export function watchFace(
  signal: AbortSignal,
  camera: TrackedCamera,
  onFrame: (frame: TrackedFrame) => void,
): Promise<void> {
  return countFrames(signal, camera, judgeAtGuide(camera), ({ hint, frames }) => {
    onFrame({ hint, share: shareOfFrames(frames) })
    return false
  })
}

/**
 * Watches until more than eight frames, one after the other, show one face at the guide, and resolves with a photo of the next. Rejects with PortalError
 * 'face.timeout' after 15 s, as the bridge does, and with the signal's reason.
 */
export async function trackFace(
  signal: AbortSignal,
  camera: TrackedCamera,
  onFrame: (frame: TrackedFrame) => void,
): Promise<Blob> {
  await inTime(signal, (either) => countFrames(either, camera, judgeAtGuide(camera), untilEnough(onFrame)))
  return takePhoto(signal, camera)
}

/** Watches until the head is turned to a side, and resolves with a photo of that. Rejects as `trackFace` does. */
export async function trackTurn(
  signal: AbortSignal,
  camera: TrackedCamera,
  side: Side,
  onFrame: (frame: TrackedFrame) => void,
): Promise<Blob> {
  await inTime(signal, (either) =>
    countFrames(either, camera, judgeTurn(side), ({ hint, frames }) => {
      onFrame({ hint, share: Math.min(1, frames / TURNED_FRAMES) })
      return frames >= TURNED_FRAMES
    }),
  )
  return takePhoto(signal, camera)
}

/** After a photo: wait until its person has gone, or allow another try at once. */
export type PhotoEnd = 'next' | 'again'

/** Consecutive frames without a face at the guide after which the person has gone. */
const GONE_FRAMES = 6

/** Photographs one person after the other, without end. Rejects as the bridge does, and with the signal's reason. */
export async function trackPeople(
  signal: AbortSignal,
  camera: TrackedCamera,
  onFrame: (frame: TrackedFrame) => void,
  onPhoto: (photo: Blob) => Promise<PhotoEnd>,
): Promise<never> {
  const judge = judgeAtGuide(camera)
  const gone: Judge = (seen) => {
    const { counts, hint } = judge(seen)
    return { counts: !counts, hint }
  }
  for (;;) {
    await countFrames(signal, camera, judge, untilEnough(onFrame))
    const end = await onPhoto(await takePhoto(signal, camera))
    if (end === 'next') await countFrames(signal, camera, gone, ({ frames }) => frames >= GONE_FRAMES)
  }
}

/** Reports each frame, and whether enough of them show a face at the guide. */
const untilEnough =
  (onFrame: (frame: TrackedFrame) => void) =>
  ({ hint, frames }: CountedFrame): boolean => {
    onFrame({ hint, share: shareOfFrames(frames) })
    return frames > FACE_FRAMES
  }

interface CountedFrame {
  readonly hint: Hint
  readonly frames: number
}

type Judge = (seen: Detection) => { readonly counts: boolean; readonly hint: Hint }

/** Waits for a number of consecutive frames that count. */
async function countFrames(
  signal: AbortSignal,
  { capture, nextFrame, faces }: TrackedCamera,
  judge: Judge,
  isEnough: (frame: CountedFrame) => boolean,
): Promise<void> {
  for (let frames = 0; ;) {
    const { counts, hint } = judge(await faces.look(signal, await nextFrame(signal), capture))
    frames = counts ? frames + 1 : 0
    if (isEnough({ hint, frames })) return
  }
}

async function inTime(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new PortalError('face.timeout')), FACE_TIMEOUT)
  try {
    await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

async function takePhoto(signal: AbortSignal, { nextFrame, faces, capture }: TrackedCamera): Promise<Blob> {
  return faces.photograph(signal, await nextFrame(signal), capture)
}

/** The hint for the person; 'hold' and 'one-sided' only while frames count. */
export type Hint =
  | 'nobody'
  | 'several'
  | Misfit
  | 'straight'
  | 'dark'
  | 'bright'
  | 'one-sided'
  | 'hold'
  | `turn-${Side}`

/** From the person's point of view. */
export type Side = 'left' | 'right'

/** Beyond this offset of the nose from the middle, a head is not facing the camera. */
const TURNED = 0.3

/** Whether a frame counts towards the photo, and the hint. */
function judgeAtGuide({ capture, guide }: TrackedCamera): Judge {
  const box = guideBox(capture, guide)
  return ({ faces, face }) => {
    if (!face) return { counts: false, hint: 'nobody' }
    if (faces > 1) return { counts: false, hint: 'several' }
    const misfit = findMisfit(face, box, guide)
    if (misfit) return { counts: false, hint: misfit }
    if (face.light === 'dark' || face.light === 'bright') return { counts: false, hint: face.light }
    if (Math.abs(face.turn) > TURNED) return { counts: false, hint: 'straight' }
    // The server accepts most of these, and the light at a gate cannot be changed.
    return { counts: true, hint: face.light === 'one-sided' ? 'one-sided' : 'hold' }
  }
}

/** Turned enough for the server, which compares both pictures; less than where the other eye is hidden. */
const TURN_ENOUGH = 0.25

/** Whether a frame shows one head turned to a side, and the hint. */
function judgeTurn(side: Side): Judge {
  return ({ faces, face }) => {
    if (!face) return { counts: false, hint: 'nobody' }
    if (faces > 1) return { counts: false, hint: 'several' }
    const towards = side === 'left' ? face.turn : -face.turn
    return { counts: towards >= TURN_ENOUGH, hint: `turn-${side}` }
  }
}

/** The next picture of a video. Rejects with the signal's reason, also while the page is hidden and no pictures come. */
export async function nextVideoFrame(signal: AbortSignal, video: HTMLVideoElement): Promise<Frame> {
  for (;;) {
    await nextPicture(signal, video)
    const frame = await readFrame(video)
    if (frame) return frame
  }
}

/** Null for the first pictures of a camera, which Chromium announces before they can be read. */
async function readFrame(video: HTMLVideoElement): Promise<Frame | null> {
  try {
    return 'VideoFrame' in globalThis ? new VideoFrame(video) : await createImageBitmap(video)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null
    throw error
  }
}

function nextPicture(signal: AbortSignal, video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    const shown = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const cancel = onPicture(video, shown)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Firefox before 132 has no such callback; an animation frame is close enough. Returns what cancels it. */
function onPicture(video: HTMLVideoElement, shown: () => void): () => void {
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(shown)
    return () => video.cancelVideoFrameCallback(handle)
  }
  const handle = requestAnimationFrame(shown)
  return () => cancelAnimationFrame(handle)
}

/** Milliseconds before failed tracking starts again. */
const PAUSES = { first: 3000, longest: 60_000 }

/**
 * Tracks until `signal` aborts, and starts again after growing pauses when that fails: a station has no user to press a button. `track` calls its
 * argument after each frame; `onFailing` gets whether it failed since the last frame. Never rejects.
 */
export async function keepTracking(
  signal: AbortSignal,
  track: (works: () => void) => Promise<unknown>,
  { wait, random }: { wait: typeof sleep; random: () => number },
  onFailing: (isFailing: boolean) => void,
): Promise<void> {
  let failures = 0
  const works = (): void => {
    failures = 0
    onFailing(false)
  }
  try {
    while (!signal.aborted) {
      await track(works).catch(() => {
        failures += 1
      })
      if (signal.aborted) return
      onFailing(true)
      await wait(signal, retryPause(failures, PAUSES, random()))
    }
  } catch {
    // The signal ended the wait.
  }
}

/** Milliseconds without a person before the camera rests, and the rest between two frames. */
const IDLE_AFTER = 10_000
const REST = 250

/** Reduces tracking to four frames a second while no person is there: a tablet at a gate runs all day. `see` reports whether there is one. */
export function restWhenIdle(camera: TrackedCamera): TrackedCamera & { readonly see: (somebody: boolean) => void } {
  let seenAt = performance.now()
  return {
    ...camera,
    see(somebody) {
      if (somebody) seenAt = performance.now()
    },
    async nextFrame(signal) {
      if (performance.now() - seenAt > IDLE_AFTER) await sleep(signal, REST)
      return camera.nextFrame(signal)
    },
  }
}

/** Resolves after so many milliseconds; rejects with the signal's reason. */
export function sleep(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}

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
      faces: bridge,
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
