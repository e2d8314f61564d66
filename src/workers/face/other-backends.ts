import { setBackend } from '@tensorflow/tfjs'

/** Quickest first: a picture takes about 0.1 s by WebGL where that is software, and 0.2 s in JavaScript, against 0.015 s by WebAssembly. */
const BACKENDS = ['webgl', 'cpu']

/** Loads with the first backend that starts, and with which loading works. Rejects when there is none. */
export async function loadWithOtherBackend<T>(load: () => Promise<T>): Promise<T> {
  const failures: unknown[] = []
  for (const backend of BACKENDS) {
    try {
      if (await setBackend(backend)) return await load()
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'no backend of TensorFlow.js works')
}
