import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createThread } from '../../../runtime/thread.ts'
import { faceThreadSource } from './face-thread-source.ts'

/** Pixels of the detector's square: a multiple of 32. A smaller one is faster, and misses small faces. */
const INPUT_SIZE = 416
/** Below this certainty it is not a face. */
const SCORE_THRESHOLD = 0.5

export interface Picture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

const point = z.object({ x: z.number(), y: z.number() })
const foundFace = z.object({
  score: z.number(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  /** 68 points: jaw 0-16, brows 17-26, nose 27-35, eyes 36-47, mouth 48-67. */
  points: z.array(point).check(z.length(68)),
  /** 128 numbers: two pictures of one person are close to each other. */
  descriptor: z.instanceof(Float32Array).check(z.refine(({ length }) => length === 128)),
})
export type FoundFace = z.infer<typeof foundFace>

export type FaceThread = ReturnType<typeof createFaceThread>

/** Starts the thread with the first request, and again after a crash. */
export function createFaceThread() {
  let closed = false
  const thread = createThread('face', faceThreadSource, z.object({ faces: z.array(foundFace) }), {
    workerData: places(),
  })

  async function ask(picture?: Picture): Promise<FoundFace[]> {
    if (closed) throw new PortalError('server.unavailable')
    return (await thread.open().ask({ picture })).faces
  }

  return {
    /** Pictures in work or waiting. */
    get asked() {
      return thread.asked
    },
    /** All faces of a picture. Throws 'server.unavailable' when it was closed. */
    find: (picture: Picture) => ask(picture),
    /** Loads the networks ahead of the first picture. The next request gets the error of a failed start. */
    warm: () => void (thread.isRunning || ask().catch(() => undefined)),
    /** Ends the thread; pending requests are rejected. */
    async close() {
      closed = true
      await thread.close()
    },
  }
}

function places() {
  const require = createRequire(import.meta.url)
  const faceApi = require.resolve('@vladmandic/face-api/dist/face-api.node-wasm.js')
  return {
    faceApi,
    modelFolder: join(dirname(faceApi), '..', 'model'),
    wasmFolder: dirname(require.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')) + sep,
    inputSize: INPUT_SIZE,
    scoreThreshold: SCORE_THRESHOLD,
  }
}
