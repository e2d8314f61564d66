import type { UploadPorts } from './ports.ts'

/** The time in which a server that asked for patience is not asked anything, by any upload. */
export interface QuietTime {
  /** Nobody calls for so many milliseconds from now. */
  keep(milliseconds: number): void
  /** Resolves when calls may be made; `onWait` is called when that is not at once. Throws the signal's reason. */
  pass(signal: AbortSignal, onWait: () => void): Promise<void>
}

/** No quiet time as yet. */
export function createQuietTime({ now, sleep }: Pick<UploadPorts, 'now' | 'sleep'>): QuietTime {
  let until = -Infinity
  return {
    keep(milliseconds) {
      until = Math.max(until, now() + milliseconds)
    },
    async pass(signal, onWait) {
      for (let rest = until - now(); rest > 0; rest = until - now()) {
        onWait()
        await sleep(signal, rest)
      }
    },
  }
}
