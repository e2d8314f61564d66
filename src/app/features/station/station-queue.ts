import { captureData, helloData, presentData, STATION_PROOF } from '../../../../contract/attendance-capture.ts'
import type { AnyEndpoint, ResponseOf, RequestOf } from '../../../../contract/endpoint.ts'
import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { CallError } from '../../core/api/call-error.ts'
import { createObservable } from '../../core/state/observable.ts'
import { proveStation, seal, unseal } from './station-seal.ts'
import type { StationDevice, StationSettings, StationStore } from './station-store.ts'
import type { StationClock } from './station-clock.ts'

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
  readonly clock: StationClock
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
  { store, call, clock }: QueueDeps,
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
  const outcomeListeners = new Map<number, (delivered: attendanceStation.Delivered) => void>()
  const wake = new EventTarget()
  let last: Promise<unknown> = Promise.resolve()

  const show = (change: Partial<StationState>) => state.set({ ...state.current, ...change })

  /** Reads the clocks. A clock that was set back is known to have been set, other than one that moved on, as in sleep: the measured difference follows. */
  function readClock(): attendanceStation.ClockReading {
    const { moved, ...reading } = clock.read()
    if (moved < 0) {
      device = { ...device, skew: device.skew - moved }
      show({ skew: device.skew })
    }
    return reading
  }

  const now = () => readClock().at

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
    direction: attendanceStation.Direction,
    captured: Captured,
  ): Promise<{ readonly outcome: Promise<attendanceStation.Delivered> }> {
    const { at, boot, mono } = readClock()
    const { skew, anchor } = device
    return inSequence(async () => {
      if (state.current.pending >= CAPTURES_MAX) throw new PortalError('station.full')
      const seq = device.nextSeq
      const content = { ...captured, at, skew, boot, mono, anchor, direction }
      const sealed = await seal(device.key, captureData(device.stationId, seq), content)
      const next = { ...device, nextSeq: seq + 1 }
      await store.addCapture({ seq, ...sealed }, next).catch((error: unknown) => {
        throw new PortalError('station.full', { cause: error })
      })
      // The skew may have changed meanwhile.
      device = { ...device, nextSeq: next.nextSeq }
      const outcome = new Promise<attendanceStation.Delivered>((resolve) => outcomeListeners.set(seq, resolve))
      show({ pending: state.current.pending + 1 })
      wake.dispatchEvent(new Event('wake'))
      return { outcome }
    })
  }

  async function greet(signal: AbortSignal): Promise<void> {
    const sent = readClock()
    const content = { at: sent.at, pending: state.current.pending }
    const sealed = await seal(device.key, helloData(device.stationId), content)
    const {
      serverTime,
      nextSeq,
      revoked: _,
      ...settings
    } = await call(attendanceStation.hello, { stationId: device.stationId, ...sealed }, { signal })
    const answered = readClock()
    const isEven = answered.boot === sent.boot
    const measured = isEven ? measureSkew({ sentAt: sent.at, answeredAt: answered.at, serverTime }) : null
    const skew = measured ?? device.skew
    const middle = Math.round((sent.mono + answered.mono) / 2)
    const anchor = measured === null ? device.anchor : { serverTime, boot: sent.boot, mono: middle }
    await inSequence(async () => {
      // A device that was restored to an older state must not use a number twice.
      const later = state.current.pending === 0 ? Math.max(device.nextSeq, nextSeq) : device.nextSeq
      device = { ...device, facts: settings, skew, anchor, nextSeq: later }
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
    const present = await seal(key, presentData(stationId, first.seq), readClock())
    const delivered = await call(attendanceStation.deliver, { stationId, ...first, present }, { signal, headers })
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
      device = { ...device, nextSeq: next.nextSeq }
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
    const gap = error.code === 'attendance.gap' ? attendanceStation.gapData.safeParse(failure.envelope.data) : null
    if (gap?.success) return { kind: 'gap', expected: gap.data.expected }
    return { kind: 'later', after: failure.retryAfter && failure.retryAfter * 1000 }
  }
  // Statuses from 500 on come from a proxy whose server is down.
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
