import type { TrackedCamera } from './track-face.ts'

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
