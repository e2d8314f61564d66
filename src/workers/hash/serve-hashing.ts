import type { HashApi } from './hash-api.ts'
import { hashFile } from './hash-file.ts'

/** Between two reports to the page lie at least this many milliseconds. */
const REPORT_EVERY = 100

/** The hash worker's side of its interface: runs hashings and remembers how to stop each. */
export function serveHashing(now: () => number): HashApi {
  const running = new Map<number, AbortController>()
  return {
    async hash(number, file, onProgress) {
      const controller = new AbortController()
      running.set(number, controller)
      let reportedAt = -Infinity
      try {
        return await hashFile(controller.signal, file, (bytes) => {
          if (now() - reportedAt < REPORT_EVERY && bytes < file.size) return
          reportedAt = now()
          onProgress(bytes)
        })
      } catch (error) {
        if (controller.signal.aborted) return null
        throw error
      } finally {
        running.delete(number)
      }
    },
    stop: (number) => running.get(number)?.abort(),
  }
}
