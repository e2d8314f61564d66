import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import type { Attachment } from '../../../http/report-progress.ts'
import type { FileHashes } from '../../hash/chunk-hasher.ts'
import { hashChunks, type HashOptions } from '../../hash/hash-chunks.ts'
import { orAborted } from '../../or-aborted.ts'

/** Makes a call of the contract once and resolves with the envelope's data. Throws CallFailure, or the signal's reason. */
export type Send = <R extends AnyEndpoint>(
  signal: AbortSignal,
  endpoint: R,
  input: RequestOf<R>,
  attachment?: Attachment,
  /** The current application, for the header; the page's by default. */
  app?: string,
) => Promise<unknown>

export interface UploadPorts {
  readonly send: Send
  readonly hashChunks: (signal: AbortSignal, file: Blob, chunkSize: number, options: HashOptions) => Promise<FileHashes>
  /** Whether the file's bytes can be read; sending a file that was changed fails like a broken network. */
  readonly canRead: (file: Blob) => Promise<boolean>
  /** Asks the page to renew the session; true when repeating makes sense. */
  readonly renewSession: () => Promise<boolean>
  readonly isOnline: () => boolean
  /** Resolves when the browser reports the network again, and after a while in any case, because browsers can be wrong. */
  readonly whenOnline: (signal: AbortSignal) => Promise<void>
  readonly sleep: (signal: AbortSignal, milliseconds: number) => Promise<void>
  /** Upper limit of concurrent calls with a body, so that the page keeps connections for itself. */
  readonly maxConnections: () => number
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

/** Milliseconds after which a browser that reports no network is not believed. */
const OFFLINE_TRUST = 30_000
/** Polled, because a worker does not get an event for every change of the network. */
const POLL_EVERY = 500

export function createBrowserPorts(send: Send, renewSession: () => Promise<boolean>): UploadPorts {
  return {
    send,
    renewSession,
    hashChunks,
    async canRead(file) {
      const reading = file.slice(0, 1).arrayBuffer()
      return (await reading.catch(() => null)) !== null
    },
    isOnline: () => navigator.onLine,
    async whenOnline(signal) {
      for (let waited = 0; waited < OFFLINE_TRUST && !navigator.onLine; waited += POLL_EVERY) {
        await sleep(signal, POLL_EVERY)
      }
    },
    sleep,
    maxConnections,
    now: () => performance.now(),
    random: Math.random,
  }
}

/** HTTP/1.1 has 6 connections to a host; later versions have one, with any number of calls. */
function maxConnections(): number {
  const latest = performance.getEntriesByType('resource').at(-1)
  return latest instanceof PerformanceResourceTiming && /^h[23]/.test(latest.nextHopProtocol) ? 6 : 4
}

function sleep(signal: AbortSignal, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  return orAborted(signal, elapsed).finally(() => clearTimeout(timer))
}
