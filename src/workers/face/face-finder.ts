import { createDetector, SupportedModels, type Face } from '@tensorflow-models/face-detection'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm/dist/base'
import simdWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'
import plainWasm from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'
import * as tf from '@tensorflow/tfjs-core'
import { FACE_MODEL } from '../../../contract/face-model.ts'
import type { Box } from '../../../contract/rules/face-guide.ts'
import { registerKernels } from './kernels.ts'

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

/** A point of a face by the detector's name of it. */
interface NamedPoint {
  readonly x: number
  readonly y: number
  readonly name?: string
}

/**
 * How far a head is turned, by where the tip of the nose stands between the ears: 0 in the middle, 1 at one of them. Positive to the person's own left,
 * which is the right side of a picture. 0 where the points are not known.
 */
export function turnOf(points: readonly NamedPoint[]): number {
  const find = (name: string) => points.find((point) => point.name === name)?.x
  const right = find('rightEarTragion')
  const left = find('leftEarTragion')
  const nose = find('noseTip')
  if (right === undefined || left === undefined || nose === undefined) return 0
  const half = (left - right) / 2
  if (half <= 0) return 0
  return Math.max(-1, Math.min(1, (nose - (left + right) / 2) / half))
}

/** A face in a capture. */
export interface FoundFace extends Box {
  /** How far the head is turned: 0 straight ahead, about 1 in profile, positive to the person's own left. */
  readonly turn: number
}
