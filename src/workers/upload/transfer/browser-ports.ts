import { hashChunks } from '../../hash/hash-chunks.ts'
import type { Send, UploadPorts } from './ports.ts'

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
    mostLanes,
    now: () => performance.now(),
    random: Math.random,
  }
}

/** HTTP/1.1 has 6 connections to a host; later versions have one, which carries as many calls as one likes. */
function mostLanes(): number {
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
