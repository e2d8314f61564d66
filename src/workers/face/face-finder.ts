import * as tf from '@tensorflow/tfjs-core'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm/dist/base'
import plainWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'
import simdWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'
import { createDetector, SupportedModels, type Face } from '@tensorflow-models/face-detection'
import { FACE_MODEL } from '../../../contract/face-model.ts'
import type { FoundFace } from './found-face.ts'
import { registerKernels } from './kernels.ts'
import { turnOf } from './turn.ts'

/** The model sees squares of so many pixels. */
export const SEEN = 128
/** Two are one too many already; the third is counted so that a crowd is not taken for two. */
const MOST_FACES = 3

/** Finds the faces in a picture of 128 by 128, in its pixels. */
export type FindFaces = (picture: ImageData) => Promise<FoundFace[]>

/** Loads the runtime and the model. Rejects when one of them does not come, or WebAssembly is not there. */
export async function createFaceFinder(): Promise<FindFaces> {
  registerKernels()
  // The third file is for pages that share memory between threads; none of ours does.
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plainWasm,
    'tfjs-backend-wasm-simd.wasm': simdWasm,
    'tfjs-backend-wasm-threaded-simd.wasm': simdWasm,
  })
  setThreadsCount(1)
  if (!(await tf.setBackend('wasm'))) throw new Error('WebAssembly is not there')
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
