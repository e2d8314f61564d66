import { createDetector, SupportedModels, type Face } from '@tensorflow-models/face-detection'
import { addConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Add'
import { castConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Cast'
import { clipByValueConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/ClipByValue'
import { concatConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Concat'
import { expandDimsConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/ExpandDims'
import { fusedConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedConv2D'
import { fusedDepthwiseConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedDepthwiseConv2D'
import { identityConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Identity'
import { maxPoolConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/MaxPool'
import { multiplyConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Multiply'
import { nonMaxSuppressionV3Config } from '@tensorflow/tfjs-backend-wasm/dist/kernels/NonMaxSuppressionV3'
import { padV2Config } from '@tensorflow/tfjs-backend-wasm/dist/kernels/PadV2'
import { realDivConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/RealDiv'
import { reluConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Relu'
import { reshapeConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Reshape'
import { sigmoidConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Sigmoid'
import { sliceConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Slice'
import { subConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Sub'
import { transformConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Transform'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm/dist/base'
import simdWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'
import plainWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'
import * as tf from '@tensorflow/tfjs-core'
import { FACE_MODEL } from '../../../contract/face-model.ts'
import type { Box } from '../../../contract/rules/faces/face-guide.ts'

/** The kernels that model and detector use; all hundred of the backend would be two thirds of the worker. */
const KERNELS = [
  addConfig,
  castConfig,
  clipByValueConfig,
  concatConfig,
  expandDimsConfig,
  fusedConv2DConfig,
  fusedDepthwiseConv2DConfig,
  identityConfig,
  maxPoolConfig,
  multiplyConfig,
  nonMaxSuppressionV3Config,
  padV2Config,
  realDivConfig,
  reluConfig,
  reshapeConfig,
  sigmoidConfig,
  sliceConfig,
  subConfig,
  transformConfig,
]

/** The model's input is a square of so many pixels. */
export const SEEN = 128
/** Distinguishes one face, two and a crowd. */
const MOST_FACES = 3

export type FindFaces = (picture: ImageData) => Promise<FoundFace[]>

for (const kernel of KERNELS) tf.registerKernel(kernel)
// Once: after a failed start the backend refuses it. The third file is for pages that share memory between threads.
setWasmPaths({
  'tfjs-backend-wasm.wasm': plainWasm,
  'tfjs-backend-wasm-simd.wasm': simdWasm,
  'tfjs-backend-wasm-threaded-simd.wasm': simdWasm,
})
setThreadsCount(1)

/** Loads the runtime and the model: WebAssembly, or what else works where that does not start. Rejects when that fails. */
export async function createFaceFinder(): Promise<FindFaces> {
  if (await tf.setBackend('wasm')) return loadDetector()
  const { loadWithOtherBackend } = await import('./other-backends.ts')
  return loadWithOtherBackend(async () => {
    const find = await loadDetector()
    // WebGL compiles its shaders with the first picture, which takes seconds; frames of a camera would be late for that.
    await find(new ImageData(SEEN, SEEN))
    return find
  })
}

/** The model in the current backend. */
async function loadDetector(): Promise<FindFaces> {
  const detector = await createDetector(SupportedModels.MediaPipeFaceDetector, {
    runtime: 'tfjs',
    modelType: 'short',
    maxFaces: MOST_FACES,
    detectorModelUrl: FACE_MODEL,
  })
  return async (picture) => {
    const pixels = tf.tensor3d(withoutAlpha(picture.data), [SEEN, SEEN, 3], 'int32')
    try {
      return (await detector.estimateFaces(pixels)).map(toFound)
    } finally {
      pixels.dispose()
    }
  }
}

function withoutAlpha(pixels: Uint8ClampedArray): Int32Array {
  const colours = new Int32Array(SEEN * SEEN * 3)
  for (let from = 0, to = 0; to < colours.length; from += 4, to += 3) {
    colours[to] = pixels[from] ?? 0
    colours[to + 1] = pixels[from + 1] ?? 0
    colours[to + 2] = pixels[from + 2] ?? 0
  }
  return colours
}

function toFound({ box, keypoints }: Face): FoundFace {
  return { x: box.xMin, y: box.yMin, width: box.width, height: box.height, turn: turnOf(keypoints) }
}

/** By the tip of the nose between the ears: 0 in the middle, 1 at one of them, positive to the right side of the picture; 0 without these points. */
function turnOf(points: Face['keypoints']): number {
  const find = (name: string) => points.find((point) => point.name === name)?.x
  const right = find('rightEarTragion')
  const left = find('leftEarTragion')
  const nose = find('noseTip')
  if (right === undefined || left === undefined || nose === undefined) return 0
  const half = (left - right) / 2
  if (half <= 0) return 0
  return Math.max(-1, Math.min(1, (nose - (left + right) / 2) / half))
}

export interface FoundFace extends Box {
  /** How far the head is turned: 0 straight ahead, about 1 in profile, positive to the person's own left. */
  readonly turn: number
}
