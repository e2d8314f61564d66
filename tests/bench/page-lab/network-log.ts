import * as z from 'zod/mini'
import type { DevToolsEvent } from './devtools-pipe.ts'

const sent = z.object({ requestId: z.string(), type: z.optional(z.string()), request: z.object({ url: z.string() }) })
const received = z.object({
  requestId: z.string(),
  type: z.string(),
  response: z.object({
    mimeType: z.string(),
    fromDiskCache: z.optional(z.boolean()),
    fromServiceWorker: z.optional(z.boolean()),
  }),
})
const served = z.object({ requestId: z.string() })
const finished = z.object({ requestId: z.string(), encodedDataLength: z.optional(z.number()) })

export interface LoggedRequest {
  readonly url: string
  /** False for what the service worker fetches on its own account. */
  readonly byPage: boolean
  type: string
  mime: string
  /** False when a cache or the service worker answered. */
  fromNetwork: boolean
  /** Bytes on the wire, headers included; 0 unless from the network. */
  wireBytes: number
  /** Milliseconds since the epoch; undefined while in flight. */
  endedAt: number | undefined
}

/** The stream of changes stays open by design, and must not keep a page from being called quiet. */
const ENDLESS = /\/api\/base\/live\/events$/

/** Every request of a browser's pages and workers since the last `clear`. */
export class NetworkLog {
  readonly #requests = new Map<string, LoggedRequest>()
  #lastActivity = Date.now()

  clear(): void {
    this.#requests.clear()
    this.#lastActivity = Date.now()
  }

  all(): LoggedRequest[] {
    return [...this.#requests.values()]
  }

  /** Milliseconds since the last sign of traffic; 0 while a request of the page is in flight. */
  quietFor(): number {
    const busy = this.all().some((one) => one.byPage && one.endedAt === undefined && !ENDLESS.test(one.url))
    return busy ? 0 : Date.now() - this.#lastActivity
  }

  /** Requests of a target that went away will never end. */
  forgetTarget(sessionId: string): void {
    for (const [key, request] of this.#requests) if (key.startsWith(sessionId)) request.endedAt ??= Date.now()
  }

  take(event: DevToolsEvent, byPage: boolean): void {
    const key = (requestId: string): string => `${event.sessionId ?? ''} ${requestId}`
    switch (event.method) {
      case 'Network.requestWillBeSent': {
        const { requestId, type = '', request } = z.parse(sent, event.params)
        if (!/^https?:/.test(request.url)) return
        // A redirect comes under the same id: what was there has answered.
        const before = this.#requests.get(key(requestId))
        if (before) this.#requests.set(`${key(requestId)} ${before.url}`, { ...before, endedAt: Date.now() })
        this.#requests.set(key(requestId), {
          url: request.url,
          byPage,
          type,
          mime: '',
          fromNetwork: true,
          wireBytes: 0,
          endedAt: undefined,
        })
        break
      }
      case 'Network.responseReceived': {
        const { requestId, type, response } = z.parse(received, event.params)
        const request = this.#requests.get(key(requestId))
        if (!request) return
        request.type = type
        request.mime = response.mimeType
        if (response.fromDiskCache || response.fromServiceWorker) request.fromNetwork = false
        break
      }
      case 'Network.requestServedFromCache': {
        const request = this.#requests.get(key(z.parse(served, event.params).requestId))
        if (request) request.fromNetwork = false
        return
      }
      case 'Network.loadingFinished':
      case 'Network.loadingFailed': {
        const { requestId, encodedDataLength = 0 } = z.parse(finished, event.params)
        const request = this.#requests.get(key(requestId))
        if (!request) return
        request.endedAt = Date.now()
        request.wireBytes = request.fromNetwork ? encodedDataLength : 0
        break
      }
      default:
        return
    }
    this.#lastActivity = Date.now()
  }
}

export interface Weight {
  readonly requests: number
  /** Thousands of bytes on the wire. */
  readonly totalKb: number
  readonly scriptKb: number
}

/** What these requests weighed on the wire. */
export function weigh(requests: readonly LoggedRequest[]): Weight {
  const kb = (list: readonly LoggedRequest[]): number => list.reduce((sum, one) => sum + one.wireBytes, 0) / 1000
  return { requests: requests.length, totalKb: kb(requests), scriptKb: kb(requests.filter(isScript)) }
}

/** True for JavaScript, however it was asked for. */
export function isScript(request: Pick<LoggedRequest, 'type' | 'mime'>): boolean {
  return request.type === 'Script' || /javascript|ecmascript/.test(request.mime)
}
