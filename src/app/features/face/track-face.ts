import { FACE_FRAMES, FACE_TIMEOUT } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { guideBox, shareOfFrames, type GuideSettings, type Size } from '../../../../contract/rules/face-guide.ts'
import type { FaceBridge, Frame } from '../../bridges/face.ts'
import { judgeSighting, type Hint } from './judge-sighting.ts'

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
  nextFrame(signal: AbortSignal): Promise<Frame>
  readonly faces: Pick<FaceBridge, 'look' | 'photograph'>
}

/** Looks at frames, and tells of each, until `onFrame` says that it is enough. Rejects as the bridge does, and with the signal's reason. */
export async function watchFace(
  signal: AbortSignal,
  { capture, guide, nextFrame, faces }: TrackedCamera,
  onFrame: (frame: TrackedFrame) => 'enough' | void,
): Promise<void> {
  const box = guideBox(capture, guide)
  for (let frames = 0; ;) {
    const seen = await faces.look(signal, await nextFrame(signal), capture)
    const { counts, hint } = judgeSighting(seen, box, guide)
    frames = counts ? frames + 1 : 0
    if (onFrame({ hint, share: shareOfFrames(frames) }) === 'enough') return
  }
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
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new PortalError('face.timeout')), FACE_TIMEOUT)
  try {
    await watchFace(AbortSignal.any([signal, late.signal]), camera, (frame) => {
      onFrame(frame)
      return frame.share * (FACE_FRAMES + 1) > FACE_FRAMES ? 'enough' : undefined
    })
  } finally {
    clearTimeout(timer)
  }
  return takePhoto(signal, camera)
}

/** A photo of the next frame. */
export async function takePhoto(signal: AbortSignal, { nextFrame, faces, capture }: TrackedCamera): Promise<Blob> {
  return faces.photograph(signal, await nextFrame(signal), capture)
}
