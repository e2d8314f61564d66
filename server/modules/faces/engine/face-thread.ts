import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
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

const answerSchema = z.union([
  z.object({ id: z.number(), faces: z.array(foundFace) }),
  z.object({ id: z.number(), failure: z.string() }),
])

interface Waiting {
  readonly resolve: (faces: FoundFace[]) => void
  readonly reject: (reason: Error) => void
}

export type FaceThread = ReturnType<typeof createFaceThread>

/** Starts the thread with the first request, and again after a crash. */
export function createFaceThread() {
  let worker: Worker | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  function start(): Worker {
    const started = new Worker(faceThreadSource, { eval: true, name: 'face', execArgv: [], workerData: places() })
    // The thread alone must not keep the process alive.
    started.unref()
    started.on('message', (message: unknown) => {
      const answer = answerSchema.parse(message)
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('faces' in answer) asker?.resolve(answer.faces)
      else asker?.reject(new Error(answer.failure))
    })
    started.on('error', (error) => stop(started, error))
    started.on('exit', () => stop(started, new Error('the face thread ended')))
    return started
  }

  function stop(ended: Worker, reason: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function ask(picture?: Picture): Promise<FoundFace[]> {
    if (closed) return Promise.reject(new PortalError('server.unavailable'))
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker ??= start()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
      worker.postMessage({ id, picture })
    })
  }

  return {
    /** Pictures in work or waiting. */
    get asked() {
      return waiting.size
    },
    /** All faces of a picture. Throws 'server.unavailable' when it was closed. */
    find: (picture: Picture) => ask(picture),
    /** Loads the networks ahead of the first picture. The next request gets the error of a failed start. */
    warm: () => void (worker ?? ask().catch(() => undefined)),
    /** Ends the thread; pending requests are rejected. */
    async close() {
      closed = true
      const running = worker
      if (running === undefined) return
      stop(running, new Error('the face thread was closed'))
      await running.terminate()
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
