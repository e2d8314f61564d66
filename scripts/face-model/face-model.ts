import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path/posix'
import { FACE_MODEL } from '../../contract/face-model.ts'
import { toGraphModel, type GraphModel } from './graph-model.ts'
import { readLiteModel } from './tflite.ts'

/** BlazeFace for faces up to two metres away, in the package that is the detector's peer dependency. */
const SOURCE = '@mediapipe/face_detection/face_detection_short_range.tflite'
const SHA256 = '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633'
const WEIGHTS = 'weights.bin'

/** The face detector's model for TensorFlow.js. Throws when the package holds another file than the one that was checked. */
export async function makeFaceModel(): Promise<GraphModel> {
  const file = await readFile(createRequire(import.meta.url).resolve(SOURCE))
  const found = createHash('sha256').update(file).digest('hex')
  if (found !== SHA256) throw new Error(`${SOURCE} is not the file that was checked: its SHA-256 is ${found}`)
  return toGraphModel(readLiteModel(file), WEIGHTS)
}

let made: Promise<GraphModel> | undefined
const once = () => (made ??= makeFaceModel())
const FOLDER = dirname(FACE_MODEL.slice(1))

/** The model's files by their paths in the build. */
export const faceModelFiles = {
  [`${FOLDER}/model.json`]: async () => JSON.stringify((await once()).json),
  [`${FOLDER}/${WEIGHTS}`]: async () => (await once()).weights,
}
