import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { answerQuestions } from '../../../runtime/answer-questions.ts'

/** Pixels of the detector's square: a multiple of 32. A smaller one is faster, and misses small faces. */
const INPUT_SIZE = 416
/** Below this certainty it is not a face. */
const SCORE_THRESHOLD = 0.5

/** Three bytes a pixel: red, green and blue. */
export interface Picture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

export interface FoundFace {
  readonly score: number
  readonly box: Point & { readonly width: number; readonly height: number }
  /** 68 points: jaw 0-16, brows 17-26, nose 27-35, eyes 36-47, mouth 48-67. */
  readonly points: readonly Point[]
  /** 128 numbers: two pictures of one person are close to each other. */
  readonly descriptor: Float32Array
}

/** What the types of the package leave out. */
interface Tensors {
  readonly setWasmPaths: (folder: string) => void
  readonly env: () => { readonly set: (flag: string, value: boolean) => void }
  readonly setBackend: (name: string) => Promise<boolean>
  readonly ready: () => Promise<void>
}

/**
 * The nets come from the package's own folder on the disk. The WebAssembly backend runs without threads of its own: they gain nothing for one picture of
 * this size, and would live on after this thread is ended.
 */
async function load() {
  const api = await import('@vladmandic/face-api/dist/face-api.node-wasm.js')
  const { resolve } = createRequire(import.meta.url)
  const models = join(dirname(resolve('@vladmandic/face-api/dist/face-api.node-wasm.js')), '..', 'model')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are there, as the first picture shows
  const tf = api.tf as unknown as Tensors
  tf.setWasmPaths(dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')) + sep)
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  await tf.setBackend('wasm')
  await tf.ready()
  for (const net of [api.nets.tinyFaceDetector, api.nets.faceLandmark68Net, api.nets.faceRecognitionNet])
    await net.loadFromDisk(models)
  return api
}

const loaded = load()
// Each question gets the error; without one it does not matter.
loaded.catch(() => undefined)
let last: Promise<unknown> = loaded

async function find({ pixels, width, height }: Picture): Promise<FoundFace[]> {
  const api = await loaded
  const picture = api.tf.tensor3d(pixels, [height, width, 3], 'int32')
  try {
    const options = new api.TinyFaceDetectorOptions({ inputSize: INPUT_SIZE, scoreThreshold: SCORE_THRESHOLD })
    const found = await api.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors()
    return found.map(({ detection: { score, box }, landmarks, descriptor }) => ({
      score,
      box: { x: box.x, y: box.y, width: box.width, height: box.height },
      points: landmarks.positions.map(({ x, y }) => ({ x, y })),
      descriptor: Float32Array.from(descriptor),
    }))
  } finally {
    picture.dispose()
  }
}

const methods = {
  async warm(): Promise<void> {
    await loaded
  },
  /** All faces of a picture, after the pictures before it. */
  find(picture: Picture): Promise<FoundFace[]> {
    const found = last.then(() => find(picture))
    last = found.catch(() => undefined)
    return found
  },
}
export type FaceMethods = typeof methods

answerQuestions(methods)
