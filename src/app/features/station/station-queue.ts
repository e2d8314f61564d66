import { captureData, helloData } from '../../../../contract/attendance-capture.ts'
import * as rows from '../../../../contract/endpoints/attendance-station.ts'
import type { Direction, Delivered } from '../../../../contract/endpoints/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { AnyEndpoint, ResponseOf, RequestOf } from '../../../../contract/endpoint.ts'
import { createObservable } from '../../core/state/observable.ts'
import { readRefusal } from './read-refusal.ts'
import { measureSkew } from './measure-skew.ts'
import { seal, unseal } from './seal.ts'
import type { StationDevice, StationFacts, StationStore } from './station-store.ts'
import { waitFor } from './wait-for.ts'

/** Who stands there: a photo as base64, or the digits of a card or a personal code. */
export type Captured =
  | { readonly kind: 'face'; readonly faceImage: string }
  | { readonly kind: 'code'; readonly code: string }

/** How a station gets on. */
export interface StationState {
  readonly facts: StationFacts
  /** Captures that are still to be delivered. */
  readonly pending: number
  /** 'unknown' until the server was asked for the first time. */
  readonly link: 'unknown' | 'online' | 'offline'
  /** The server knows this station, or its key, no longer. */
  readonly ended: 'gone' | 'seal' | null
  readonly skew: number
}

/** What a station's queue works with. */
export interface QueuePorts {
  readonly store: StationStore
  readonly call: <R extends AnyEndpoint>(
    row: R,
    input: RequestOf<R>,
    options: { signal: AbortSignal },
  ) => Promise<ResponseOf<R>>
  /** Milliseconds since 1970 by this device's clock. */
  readonly now: () => number
}

/** More than so many are not kept: a school day of a large school twice over, and what a small disk holds. */
export const CAPTURES_MAX = 3000
/** Milliseconds between greetings, which measure the clock and say how many captures wait. */
const GREETING_EVERY = 60_000
const RETRY = { first: 1000, longest: 30_000 }

/** A station's queue: what is captured is sealed, numbered and kept before it is sent, one after the other, each until the server has taken it. */
export type StationQueue = ReturnType<typeof createStationQueue>

/** Begins with what the device is and keeps. `run` delivers. */
export function createStationQueue({ store, call, now }: QueuePorts, begun: StationDevice, pendingAtFirst: number) {
  let device = begun
  const state = createObservable<StationState>({
    facts: device.facts,
    pending: pendingAtFirst,
    link: 'unknown',
    ended: null,
    skew: device.skew,
  })
  const told = new Map<number, (delivered: Delivered) => void>()
  const wake = new EventTarget()
  let last: Promise<unknown> = Promise.resolve()

  const show = (change: Partial<StationState>) => state.set({ ...state.current, ...change })

  /** One change of what is kept after the other: numbers have no gaps. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /**
   * Keeps a capture; resolves, once it is on the disk, with what tells its outcome. Rejects with PortalError 'station.full' when no more can be kept.
   */
  function capture(direction: Direction, captured: Captured): Promise<{ readonly outcome: Promise<Delivered> }> {
    const at = now()
    return inTurn(async () => {
      if (state.current.pending >= CAPTURES_MAX) throw new PortalError('station.full')
      const seq = device.nextSeq
      const content = { ...captured, at, skew: device.skew, direction }
      const sealed = await seal(device.key, captureData(device.stationId, seq), content)
      const next = { ...device, nextSeq: seq + 1 }
      await store.keep({ seq, ...sealed }, next).catch((error: unknown) => {
        throw new PortalError('station.full', { cause: error })
      })
      device = next
      const outcome = new Promise<Delivered>((resolve) => told.set(seq, resolve))
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
      ...facts
    } = await call(rows.hello, { stationId: device.stationId, ...sealed }, { signal })
    const skew = measureSkew({ sentAt, answeredAt: now(), serverTime }) ?? device.skew
    await inTurn(async () => {
      // A device that was set back to an older state must not use a number twice.
      const later = state.current.pending === 0 ? Math.max(device.nextSeq, nextSeq) : device.nextSeq
      device = { ...device, facts, skew, nextSeq: later }
      await store.writeDevice(device)
    })
    show({ facts, skew, link: 'online' })
  }

  /** Delivers the first capture that waits; resolves to whether there was one. */
  async function deliverNext(signal: AbortSignal): Promise<boolean> {
    const first = await store.first()
    if (!first) return false
    const delivered = await call(rows.deliver, { stationId: device.stationId, ...first }, { signal })
    await inTurn(() => store.drop(first.seq))
    show({ pending: await store.count(), link: 'online' })
    told.get(first.seq)?.(delivered)
    told.delete(first.seq)
    return true
  }

  /** The server expects another number than the first that waits: an older state of its database was put back. What waits takes the numbers from there on. */
  function renumber(expected: number): Promise<void> {
    return inTurn(async () => {
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
      const tellers = waiting.map(({ seq }) => told.get(seq))
      told.clear()
      for (const [at, teller] of tellers.entries()) if (teller) told.set(expected + at, teller)
    })
  }

  /** Greets and delivers until the signal; resolves when the server does not know this station any more. Rejects with the signal's reason. */
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
        // The clock may be wrong by now, and whoever looks after stations wants to know how many captures wait.
        greetAt = 0
        await waitFor(signal, null, delay)
      }
    }
  }

  return { state, capture, run }
}
