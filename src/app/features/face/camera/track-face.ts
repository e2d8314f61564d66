import { FACE_FRAMES, FACE_TIMEOUT } from '../../../../../contract/limits.ts'
import { PortalError } from '../../../../../contract/portal-error.ts'
import {
  guideBox,
  shareOfFrames,
  type GuideSettings,
  type Size,
  findMisfit,
  type Box,
  type Misfit,
} from '../../../../../contract/rules/face-guide.ts'
import { retryPause } from '../../../core/timing/retry-pause.ts'
import type { FaceBridge, Frame, Detection } from '../../../platform/face.ts'

/** How tracking gets on: what to say, and how far the photo is, from 0 to 1. */
export interface TrackedFrame {
  readonly hint: Hint
  readonly share: number
}

/** Where frames come from and what looks at them. */
export interface TrackedCamera {
  readonly capture: Size
  readonly guide: GuideSettings
  /** The camera's next frame, for whoever asks when it comes: what comes meanwhile is dropped. Rejects with the signal's reason. */
  readonly nextFrame: (signal: AbortSignal) => Promise<Frame>
  readonly faces: Pick<FaceBridge, 'look' | 'photograph'>
}

/** Frames of a head that is turned, one after the other: it is held there for a tenth of a second. */
const TURNED_FRAMES = 3

/** Looks at frames, and tells of each, for ever. Rejects as the bridge does, and with the signal's reason. */
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
  await inTime(signal, (either) =>
    countFrames(either, camera, judgeAtGuide(camera), ({ hint, frames }) => {
      onFrame({ hint, share: shareOfFrames(frames) })
      return frames > FACE_FRAMES
    }),
  )
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
    countFrames(
      either,
      camera,
      (seen) => judgeTurn(seen, side),
      ({ hint, frames }) => {
        onFrame({ hint, share: Math.min(1, frames / TURNED_FRAMES) })
        return frames >= TURNED_FRAMES
      },
    ),
  )
  return takePhoto(signal, camera)
}

/** What came of a photo: whether its person is to be let go before the next, or may try again at once. */
export type PhotoEnd = 'next' | 'again'

/** Frames without the face at the guide, one after the other, after which its person has gone. */
const GONE_FRAMES = 6

/** Photographs one person after the other, without an end. Rejects as the bridge does, and with the signal's reason. */
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
    await countFrames(signal, camera, judge, ({ hint, frames }) => {
      onFrame({ hint, share: shareOfFrames(frames) })
      return frames > FACE_FRAMES
    })
    const end = await onPhoto(await takePhoto(signal, camera))
    if (end === 'next') await countFrames(signal, camera, gone, ({ frames }) => frames >= GONE_FRAMES)
  }
}

type Judge = (seen: Detection) => { readonly counts: boolean; readonly hint: Hint }

function judgeAtGuide({ capture, guide }: TrackedCamera): Judge {
  const box = guideBox(capture, guide)
  return (seen) => judgeDetection(seen, box, guide)
}

/** Counts frames that count, one after the other, until somebody has enough of them. */
async function countFrames(
  signal: AbortSignal,
  { capture, nextFrame, faces }: TrackedCamera,
  judge: Judge,
  isEnough: (frame: { readonly hint: Hint; readonly frames: number }) => boolean,
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

/** A photo of the next frame. */
export async function takePhoto(signal: AbortSignal, { nextFrame, faces, capture }: TrackedCamera): Promise<Blob> {
  return faces.photograph(signal, await nextFrame(signal), capture)
}

/** What somebody in front of the camera is told; 'hold' and 'one-sided' while frames count, which they do not otherwise. */
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

/** A side of the person's own. */
export type Side = 'left' | 'right'

/** The nose stands this far beside the middle of a head that is not turned to the camera. */
const TURNED = 0.3

/** Whether a frame counts towards the photo, and what to say. */
export function judgeDetection(
  { faces, face }: Detection,
  guide: Box,
  settings: GuideSettings,
): { readonly counts: boolean; readonly hint: Hint } {
  if (!face) return { counts: false, hint: 'nobody' }
  if (faces > 1) return { counts: false, hint: 'several' }
  const misfit = findMisfit(face, guide, settings)
  if (misfit) return { counts: false, hint: misfit }
  if (face.light === 'dark' || face.light === 'bright') return { counts: false, hint: face.light }
  if (Math.abs(face.turn) > TURNED) return { counts: false, hint: 'straight' }
  // Good enough for the server more often than not, and somebody at a gate cannot move the sun.
  return { counts: true, hint: face.light === 'one-sided' ? 'one-sided' : 'hold' }
}

/** So far is a head to be turned that the server, which compares both pictures, sees it too; less than where the other eye is lost. */
const TURN_ENOUGH = 0.25

/** Whether a frame shows one head that is turned to a side, and what to say. */
export function judgeTurn({ faces, face }: Detection, side: Side): { readonly counts: boolean; readonly hint: Hint } {
  if (!face) return { counts: false, hint: 'nobody' }
  if (faces > 1) return { counts: false, hint: 'several' }
  const towards = side === 'left' ? face.turn : -face.turn
  return { counts: towards >= TURN_ENOUGH, hint: `turn-${side}` }
}

/** The next picture that a video shows. Rejects with the signal's reason, also while the page is hidden and nothing is shown. */
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
    // Costs the page a tenth of a millisecond; the other, where there is none, two.
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

/** Firefox has had the callback since 132; before, a picture of the screen is near enough. Returns what takes it back. */
function onPicture(video: HTMLVideoElement, shown: () => void): () => void {
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(shown)
    return () => video.cancelVideoFrameCallback(handle)
  }
  const handle = requestAnimationFrame(shown)
  return () => cancelAnimationFrame(handle)
}

/** Pauses before tracking that failed begins anew, in milliseconds. */
const PAUSES = { first: 3000, longest: 60_000 }

/** What tracking without an end depends on outside itself. */
export interface KeepTrackingDeps {
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  readonly wait: (signal: AbortSignal, milliseconds: number) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Tracks until `signal` ends it, and begins anew after pauses that grow when that fails: at a door there is no user who could press a button. `track` calls what
 * it is given with each frame that it has looked at; `onFailing` tells whether it has failed since the last one. Never rejects.
 */
export async function keepTracking(
  signal: AbortSignal,
  track: (works: () => void) => Promise<unknown>,
  { wait, random }: KeepTrackingDeps,
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

/** Milliseconds without anybody after which the camera is looked at less often, and how long it rests between two frames then. */
const IDLE_AFTER = 10_000
const REST = 250

/** A camera that is looked at four times a second while nobody comes: a tablet at a gate runs all day. `see` tells whether somebody is there. */
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
