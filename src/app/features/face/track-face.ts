import { FACE_FRAMES, FACE_TIMEOUT } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { guideBox, shareOfFrames, type GuideSettings, type Size } from '../../../../contract/rules/face-guide.ts'
import type { FaceBridge, Frame, Sighting } from '../../platform/face.ts'
import { judgeSighting, judgeTurn, type Hint, type Side } from './judge-sighting.ts'

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

type Judge = (seen: Sighting) => { readonly counts: boolean; readonly hint: Hint }

function judgeAtGuide({ capture, guide }: TrackedCamera): Judge {
  const box = guideBox(capture, guide)
  return (seen) => judgeSighting(seen, box, guide)
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
