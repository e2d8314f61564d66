import { hashFile } from './hash-chunks.ts'

/** Milliseconds between two progress reports. */
const REPORT_EVERY = 100

export type HashApi = ReturnType<typeof serveHashing>

/** An AbortSignal cannot be sent to a worker, so each hashing is stopped by its number. `now` is in milliseconds. */
export function serveHashing(now: () => number) {
  const running = new Map<number, AbortController>()
  return {
    /** MD5 as 32 hexadecimal digits; null when it was stopped; rejects when the file cannot be read. */
    async hash(number: number, file: Blob, onProgress: (bytes: number) => void): Promise<string | null> {
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
    stop: (number: number): void => running.get(number)?.abort(),
  }
}
