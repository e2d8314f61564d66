import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import type { FileHashes } from '../../hash/chunk-hasher.ts'
import { hashChunks, type HashOptions } from '../../hash/hash-chunks.ts'

/** The file part of a multipart call. */
export interface Attachment {
  readonly bytes: Blob
  readonly name: string
  /** Hears how many of its bytes are on their way; starts over when the call is repeated. */
  readonly onSent: (bytes: number) => void
  /** Milliseconds without a sign of life after which the call has failed; the time of a whole call unless given. */
  readonly patience?: number
}

/** Makes a call of the contract once and resolves with the envelope's data. Throws CallFailure, or the signal's reason. */
export type Send = <R extends AnyEndpoint>(
  signal: AbortSignal,
  endpoint: R,
  input: RequestOf<R>,
  attachment?: Attachment,
) => Promise<unknown>

/** All that uploading needs of the world around it. */
export interface UploadPorts {
  readonly send: Send
  readonly hashChunks: (signal: AbortSignal, file: Blob, chunkSize: number, watch: HashOptions) => Promise<FileHashes>
  /** Whether the file's bytes can still be had; a file that was changed after it was chosen fails like a broken network. */
  readonly canRead: (file: Blob) => Promise<boolean>
  /** Asks the page to renew the session; true when repeating makes sense. */
  readonly renewSession: () => Promise<boolean>
  readonly isOnline: () => boolean
  /** Resolves when the browser says that the network is back, and after a while in any case, because browsers can be wrong. */
  readonly whenOnline: (signal: AbortSignal) => Promise<void>
  readonly sleep: (signal: AbortSignal, milliseconds: number) => Promise<void>
  /** How many calls that carry bytes may be under way at once, so that the page keeps connections for itself. */
  readonly maxConnections: () => number
  /** Milliseconds that only go forward. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

/** How long a browser that says it is offline is believed. */
const OFFLINE_TRUST = 30_000
/** Looking is surer than listening: not every change of the network reaches a worker as an event. */
const LOOK_EVERY = 500

/** The world as a browser's worker has it. */
export function createBrowserPorts(send: Send, renewSession: () => Promise<boolean>): UploadPorts {
  return {
    send,
    renewSession,
    hashChunks,
    canRead: async (file) => {
      try {
        await file.slice(0, 1).arrayBuffer()
        return true
      } catch {
        return false
      }
    },
    isOnline: () => navigator.onLine,
    async whenOnline(signal) {
      for (let waited = 0; waited < OFFLINE_TRUST && !navigator.onLine; waited += LOOK_EVERY) {
        await sleep(signal, LOOK_EVERY)
      }
    },
    sleep,
    maxConnections,
    now: () => performance.now(),
    random: Math.random,
  }
}

/** HTTP/1.1 has 6 connections to a host; later versions have one, which carries as many calls as one likes. */
function maxConnections(): number {
  const latest = performance.getEntriesByType('resource').at(-1)
  return latest instanceof PerformanceResourceTiming && /^h[23]/.test(latest.nextHopProtocol) ? 6 : 4
}

function sleep(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** The promise, or the signal's reason, whichever comes first; leaves no listener behind. */
export function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
