import '../abort-signal.ts'
import { hashFile } from './hash-chunks.ts'

/** Milliseconds between two progress reports. */
const REPORT_EVERY = 100

export type HashApi = ReturnType<typeof serveHashing>

/** `now` is in milliseconds. */
export function serveHashing(now: () => number) {
  return {
    /** MD5 as 32 hexadecimal digits; rejects when it was stopped, or the file cannot be read. */
    async hash(signal: AbortSignal, file: Blob, onProgress: (bytes: number) => void): Promise<string> {
      let reportedAt = -Infinity
      return hashFile(signal, file, (bytes) => {
        if (now() - reportedAt < REPORT_EVERY && bytes < file.size) return
        reportedAt = now()
        onProgress(bytes)
      })
    },
  }
}
