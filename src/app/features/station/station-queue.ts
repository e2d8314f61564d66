import {
  captureData,
  helloData,
  proofData,
  CAPTURE_INFO,
  STATION_PROOF,
} from '../../../../contract/attendance-capture.ts'
import type { AnyEndpoint, ResponseOf, RequestOf } from '../../../../contract/endpoint.ts'
import * as calls from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { CallError } from '../../core/api/call-error.ts'
import { createObservable } from '../../core/state/observable.ts'
import type { StationDevice, StationSettings, StationStore, Sealed } from './station-store.ts'
import { toBase64 } from '../../platform/base64.ts'

/** A photo as base64, or the number of a card or a personal code. */
export type Captured =
  | { readonly kind: 'face'; readonly faceImage: string }
  | { readonly kind: 'code'; readonly code: string }

export interface StationState {
  readonly settings: StationSettings
  readonly pending: number
  /** 'unknown' until the first contact with the server. */
  readonly link: 'unknown' | 'online' | 'offline'
  /** The server no longer accepts this station, or its key. */
  readonly ended: 'gone' | 'seal' | null
  readonly skew: number
}

export interface QueueDeps {
  readonly store: StationStore
  readonly call: <R extends AnyEndpoint>(
    row: R,
    input: RequestOf<R>,
    options: { signal: AbortSignal; headers?: Readonly<Record<string, string>> },
  ) => Promise<ResponseOf<R>>
  readonly now: () => number
}

/** Twice a school day of a large school, and small enough for a small disk. */
const CAPTURES_MAX = 3000
/** Milliseconds; greetings measure the clock and report the number of waiting captures. */
const GREETING_EVERY = 60_000
const RETRY = { first: 1000, longest: 30_000 }

export type StationQueue = ReturnType<typeof createStationQueue>

/**
 * Encrypts, numbers and stores captures before they are sent, in order, each until the server has taken it. Starts with the stored device and
 * captures.
 */
export function createStationQueue(
  { store, call, now }: QueueDeps,
  initialDevice: StationDevice,
  initialPending: number,
) {
  let device = initialDevice
  const state = createObservable<StationState>({
    settings: device.facts,
    pending: initialPending,
    link: 'unknown',
    ended: null,
    skew: device.skew,
  })
  const outcomeListeners = new Map<number, (delivered: calls.Delivered) => void>()
  const wake = new EventTarget()
  let last: Promise<unknown> = Promise.resolve()

  const show = (change: Partial<StationState>) => state.set({ ...state.current, ...change })

  /** One change at a time, because numbers must have no gaps. */
  function inSequence<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /**
   * Stores a capture; resolves, once it is on the disk, with a promise of its outcome. Rejects with PortalError 'station.full' when no more can be
   * stored.
   */
  function capture(
    direction: calls.Direction,
    captured: Captured,
  ): Promise<{ readonly outcome: Promise<calls.Delivered> }> {
    const at = now()
    return inSequence(async () => {
      if (state.current.pending >= CAPTURES_MAX) throw new PortalError('station.full')
      const seq = device.nextSeq
      const content = { ...captured, at, skew: device.skew, direction }
      const sealed = await seal(device.key, captureData(device.stationId, seq), content)
      const next = { ...device, nextSeq: seq + 1 }
      await store.addCapture({ seq, ...sealed }, next).catch((error: unknown) => {
        throw new PortalError('station.full', { cause: error })
      })
      device = next
      const outcome = new Promise<calls.Delivered>((resolve) => outcomeListeners.set(seq, resolve))
      show({ pending: state.current.pending + 1 })
      wake.dispatchEvent(new Event('wake'))
      return { outcome }
    })
  }

  async function greet(signal: AbortSignal): Promise<void> {
    const sentAt = now()
    const content = { at: sentAt, pending: state.current.pending }
    const sealed = await seal(device.key, helloData(device.stationId), content)
    const {
      serverTime,
      nextSeq,
      revoked: _,
      ...settings
    } = await call(calls.hello, { stationId: device.stationId, ...sealed }, { signal })
    const skew = measureSkew({ sentAt, answeredAt: now(), serverTime }) ?? device.skew
    await inSequence(async () => {
      // A device that was restored to an older state must not use a number twice.
      const later = state.current.pending === 0 ? Math.max(device.nextSeq, nextSeq) : device.nextSeq
      device = { ...device, facts: settings, skew, nextSeq: later }
      await store.writeDevice(device)
    })
    show({ settings, skew, link: 'online' })
  }

  /** Delivers the first waiting capture; resolves to whether there was one. */
  async function deliverNext(signal: AbortSignal): Promise<boolean> {
    const first = await store.first()
    if (!first) return false
    const { key, stationId } = device
    const headers = { [STATION_PROOF]: await proveStation(key, stationId, first.seq) }
    const delivered = await call(calls.deliver, { stationId, ...first }, { signal, headers })
    await inSequence(() => store.drop(first.seq))
    show({ pending: await store.count(), link: 'online' })
    outcomeListeners.get(first.seq)?.(delivered)
    outcomeListeners.delete(first.seq)
    return true
  }

  /** The server expects an earlier number: its database was restored. Waiting captures get the numbers from there on. */
  function renumber(expected: number): Promise<void> {
    return inSequence(async () => {
      const { key, stationId } = device
      const waiting = await store.all()
      const captures = await Promise.all(
        waiting.map(async (kept, at) => {
          const content = await unseal(key, captureData(stationId, kept.seq), kept)
          const seq = expected + at
          return { seq, ...(await seal(key, captureData(stationId, seq), content)) }
        }),
      )
      const next = { ...device, nextSeq: expected + captures.length }
      await store.replace(captures, next)
      device = next
      const listeners = waiting.map(({ seq }) => outcomeListeners.get(seq))
      outcomeListeners.clear()
      for (const [at, listener] of listeners.entries()) if (listener) outcomeListeners.set(expected + at, listener)
    })
  }

  /** Greets and delivers until the signal; resolves when the server no longer accepts this station. Rejects with the signal's reason. */
  async function run(signal: AbortSignal): Promise<void> {
    let greetAt = 0
    let delay = 0
    for (;;) {
      signal.throwIfAborted()
      try {
        if (now() >= greetAt || greetAt > now() + GREETING_EVERY) {
          await greet(signal)
          greetAt = now() + GREETING_EVERY
        }
        const delivered = await deliverNext(signal)
        delay = 0
        if (!delivered && state.current.pending === 0) await waitFor(signal, wake, greetAt - now())
      } catch (error) {
        signal.throwIfAborted()
        const refusal = readRefusal(error)
        if (refusal.kind === 'ended') return show({ ended: refusal.why })
        if (refusal.kind === 'gap') {
          await renumber(refusal.expected)
          continue
        }
        if (refusal.kind === 'away') show({ link: 'offline' })
        delay = Math.min(RETRY.longest, Math.max(RETRY.first, refusal.after ?? delay * 2))
        // The clock may be wrong now, and administrators see how many captures wait.
        greetAt = 0
        await waitFor(signal, null, delay)
      }
    }
  }

  return { state, capture, run }
}

/** `away`: no network, or no server; `later`: try again, after so many milliseconds if the server said so. */
type Refusal =
  | { readonly kind: 'ended'; readonly why: 'gone' | 'seal' }
  | { readonly kind: 'gap'; readonly expected: number }
  | { readonly kind: 'away'; readonly after: null }
  | { readonly kind: 'later'; readonly after: number | null }

/** Classifies the failure of a call. */
function readRefusal(error: unknown): Refusal {
  if (!(error instanceof CallError)) return { kind: 'later', after: null }
  const { failure } = error
  if (error.code === 'attendance.station_gone') return { kind: 'ended', why: 'gone' }
  if (error.code === 'attendance.seal') return { kind: 'ended', why: 'seal' }
  if (failure.kind === 'envelope') {
    const gap = error.code === 'attendance.gap' ? calls.gapData.safeParse(failure.envelope.data) : null
    if (gap?.success) return { kind: 'gap', expected: gap.data.expected }
    return { kind: 'later', after: failure.retryAfter && failure.retryAfter * 1000 }
  }
  // A proxy answers for a server that is away.
  if (failure.kind === 'http' && failure.http.status < 500)
    return { kind: 'later', after: failure.retryAfter && failure.retryAfter * 1000 }
  return { kind: 'away', after: null }
}

/** Waits so many milliseconds, until `wake` is called, or until the network is back. Rejects with the signal's reason. */
function waitFor(signal: AbortSignal, wake: EventTarget | null, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (settle: () => void) => () => {
      ended.abort()
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(end(resolve), Math.max(0, milliseconds))
    const once = { once: true, signal: ended.signal }
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      once,
    )
    wake?.addEventListener('wake', end(resolve), once)
    globalThis.addEventListener?.('online', end(resolve), once)
  })
}

/** Milliseconds; a slower response gives no useful time. */
const SLOWEST = 2000

/**
 * Milliseconds to add to the device's clock, by Cristian's algorithm (Cristian 1989): the server's time is taken as that of the middle. Null if the
 * response was too slow.
 */
export function measureSkew({
  sentAt,
  answeredAt,
  serverTime,
}: Record<'sentAt' | 'answeredAt' | 'serverTime', number>) {
  const took = answeredAt - sentAt
  // Negative: the device's clock was set in between.
  if (took < 0 || took > SLOWEST) return null
  return Math.round(serverTime - (sentAt + took / 2))
}

const NONCE_BYTES = 12
const text = new TextEncoder()

/** A station's encryption key, from the 32 bytes (base64url) of its registration; not extractable. Rejects for anything else. */
export async function importKey(base64: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey(
    'raw',
    fromBase64(base64.replaceAll('-', '+').replaceAll('_', '/')),
    'HKDF',
    false,
    ['deriveKey'],
  )
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: text.encode(CAPTURE_INFO) }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a JSON value, bound to `data`. */
export async function seal(key: CryptoKey, data: string, content: unknown): Promise<Sealed> {
  return encrypt(key, data, text.encode(JSON.stringify(content)))
}

async function encrypt(key: CryptoKey, data: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: text.encode(data) }, key, bytes)
  return { nonce: forAddress(toBase64(iv)), sealed: toBase64(new Uint8Array(sealed)) }
}

/** The header STATION_PROOF of a delivery. */
export async function proveStation(key: CryptoKey, stationId: string, seq: number): Promise<string> {
  const { nonce, sealed } = await encrypt(key, proofData(stationId, seq), new Uint8Array(0))
  return [stationId, seq, nonce, forAddress(sealed)].join('.')
}

/** Base64 as base64url. */
function forAddress(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decrypts what was encrypted for `data`; rejects for anything else. */
export async function unseal(key: CryptoKey, data: string, { nonce, sealed }: Sealed): Promise<unknown> {
  const additionalData = text.encode(data)
  const iv = fromBase64(nonce.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, fromBase64(sealed))
  return JSON.parse(new TextDecoder().decode(bytes))
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}
