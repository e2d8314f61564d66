/**
 * What runs in the face thread, as text: as with the hash thread, a worker made from text needs no file of its own in the build, in tests and in development.
 * What it requires is named by absolute paths, since a worker from text has no place of its own. `face-thread.ts` speaks with it and checks what it answers.
 *
 * The nets come from the package's own folder on the disk. The WebAssembly backend runs without threads of its own: they gain nothing for one picture of
 * this size, and would live on after this thread is ended.
 */
export const faceThreadSource = `
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { faceApi, wasmFolder, modelFolder, inputSize, scoreThreshold } = workerData
const api = require(faceApi)

async function open() {
  api.tf.setWasmPaths(wasmFolder)
  api.tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  await api.tf.setBackend('wasm')
  await api.tf.ready()
  await api.nets.tinyFaceDetector.loadFromDisk(modelFolder)
  await api.nets.faceLandmark68Net.loadFromDisk(modelFolder)
  await api.nets.faceRecognitionNet.loadFromDisk(modelFolder)
}

async function find({ pixels, width, height }) {
  const picture = api.tf.tensor3d(pixels, [height, width, 3], 'int32')
  try {
    const options = new api.TinyFaceDetectorOptions({ inputSize, scoreThreshold })
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

const opened = open()
// Each request gets the error; without one it does not matter.
opened.catch(() => undefined)
let last = Promise.resolve()

parentPort.on('message', ({ id, picture }) => {
  last = last.then(async () => {
    try {
      await opened
      const faces = picture === undefined ? [] : await find(picture)
      parentPort.postMessage({ id, faces })
    } catch (error) {
      parentPort.postMessage({ id, failure: String(error && error.stack) })
    }
  })
})
`
