import type { FaceDetection } from '@mediapipe/face_detection'
import { DEFAULT_GUIDE, type Size } from '../../../../contract/rules/faces/face-guide.ts'
import { nextVideoFrame, trackFace } from '../../../../src/app/features/face/camera/track-face.ts'
import { faces, type Frame } from '../../../../src/app/platform/face.ts'

declare global {
  interface Window {
    /** The mediapipe runtime, as its own script puts it there. */
    FaceDetection: typeof FaceDetection
  }
}

const CAPTURE: Size = { width: 480, height: 480 }
const { signal } = new AbortController()
const video = document.querySelector('video')

function camera(): HTMLVideoElement {
  if (!video) throw new Error('there is no video')
  return video
}

/** Takes a frame as it comes, as often as is wanted, and has it looked at: how long each took, and how many faces there were. */
async function inTurn(frames: number, look: (frame: Frame) => Promise<number>) {
  const times: number[] = []
  let found = 0
  for (let at = 0; at < frames; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one frame after the other is what is measured
    const frame = await nextVideoFrame(signal, camera())
    // oxlint-disable-next-line no-await-in-loop -- as above
    times.push(await takeTime(async () => (found += await look(frame))))
  }
  return { times, found }
}

async function takeTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

let reference: FaceDetection | undefined

Object.assign(globalThis, {
  async openCamera() {
    camera().srcObject = await navigator.mediaDevices.getUserMedia({ video: CAPTURE })
    await camera().play()
    await faces.prepare(signal)
    reference = new window.FaceDetection({ locateFile: (file) => `/mediapipe/${file}` })
    reference.setOptions({ selfieMode: false, model: 'short' })
    await reference.initialize()
    return true
  },
  /** Frames that are not analysed. */
  passFrames: (frames: number) =>
    inTurn(frames, async (frame) => {
      frame.close()
      return 1
    }),
  lookInWorker: (frames: number) => inTurn(frames, async (frame) => (await faces.look(signal, frame, CAPTURE)).faces),
  lookByReference: (frames: number) =>
    inTurn(frames, async (frame) => {
      frame.close()
      let seen = 0
      reference?.onResults(({ detections }) => void (seen = detections.length))
      await reference?.send({ image: camera() })
      return seen
    }),
  /** Milliseconds from the first frame with the face at the guide to the photo. */
  async photograph() {
    let alignedAt: number | undefined
    await trackFace(
      signal,
      { capture: CAPTURE, guide: DEFAULT_GUIDE, nextFrame: (stop) => nextVideoFrame(stop, camera()), faces },
      ({ share }) => {
        if (share > 0) alignedAt ??= performance.now()
      },
    )
    return performance.now() - (alignedAt ?? 0)
  },
})
