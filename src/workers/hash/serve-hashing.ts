import { hashFile } from './hash-file.ts'

/** What the page calls on the hash worker. An AbortSignal cannot cross to a worker, so each hashing is stopped by its number. */
export interface HashApi {
  /** MD5 as 32 hexadecimal digits; null when it was stopped; rejects when the file cannot be read. */
  hash(number: number, file: Blob, onProgress: (bytes: number) => void): Promise<string | null>
  stop(number: number): void
}

/** Milliseconds between two progress reports. */
const REPORT_EVERY = 100

/** `now` is in milliseconds. */
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
