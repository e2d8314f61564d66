import { hashChunks } from '../hash/hash-chunks.ts'
import { orAborted } from './pause-gate.ts'
import type { Send, UploadPorts } from './ports.ts'

/** How long a browser that says it is offline is believed. */
const OFFLINE_TRUST = 30_000

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
      const done = new AbortController()
      const online = new Promise<void>((resolve) => {
        addEventListener('online', () => resolve(), { once: true, signal: done.signal })
        if (navigator.onLine) resolve()
      })
      const waiting = AbortSignal.any([signal, done.signal])
      try {
        await orAborted(signal, Promise.race([online, sleep(waiting, OFFLINE_TRUST)]))
      } finally {
        done.abort()
      }
    },
    sleep,
    now: () => performance.now(),
    random: Math.random,
  }
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
