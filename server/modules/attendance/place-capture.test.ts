import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAPTURE_LIFE, type ClockReading } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { placeCapture, type PlaceBounds } from './place-capture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The moment at which the station got the server's time. */
const START = Date.UTC(2026, 10, 24, 2)
/** By which a placed time may be wrong: two sources may differ by two minutes, and still be taken as the same. */
const NEAR = 2 * MINUTE

/** What the clock of a device shows at a moment of its own scale that is so long after its boot. */
type Wall = (truth: number, sinceBoot: number) => number

const RIGHT: Wall = (truth) => truth
const offBy =
  (difference: number): Wall =>
  (truth) =>
    truth + difference
/** Without its battery a device begins at the same moment with each boot. */
const WITHOUT_BATTERY: Wall = (_, sinceBoot) => sinceBoot

interface Boot {
  readonly name: string
  readonly since: number
}

function read(wall: Wall, { name, since }: Boot, truth: number): ClockReading {
  return { at: Math.max(0, Math.round(wall(truth, truth - since))), boot: name, mono: Math.round(truth - since) }
}

interface Story {
  /** Milliseconds from the server's time to the capture, and from there to the delivery. */
  readonly toCapture: number
  readonly toDelivery: number
  /** The clock at the server's time, and from before the capture on. */
  readonly first: Wall
  readonly second: Wall
  readonly reloadBefore: boolean
  readonly reloadAfter: boolean
}

function place({ toCapture, toDelivery, first, second, reloadBefore, reloadAfter }: Story) {
  const truth = START + toCapture
  const now = truth + toDelivery
  const a: Boot = { name: 'a', since: START - 10 * MINUTE }
  // A clock that is set begins a boot, as a reload does.
  const b = reloadBefore || first !== second ? { name: 'b', since: truth - Math.min(5 * MINUTE, toCapture) } : a
  const c = reloadAfter ? { name: 'c', since: now - Math.min(3 * MINUTE, toDelivery) } : b
  const anchored = read(first, a, START)
  const { at, boot, mono } = read(second, b, truth)
  const skew = START - anchored.at
  const anchor = { serverTime: START, boot: anchored.boot, mono: anchored.mono }
  const capture = { at, skew, boot, mono, anchor }
  const bounds = { registeredAt: START - DAY, lastAt: null, now }
  return { truth, now, capture, found: placeCapture(capture, read(second, c, now), bounds) }
}

const CLOCKS: readonly (readonly [string, Wall])[] = [
  ['90 days behind', offBy(-90 * DAY)],
  ['two hours behind', offBy(-2 * HOUR)],
  ['two hours ahead', offBy(2 * HOUR)],
  ['in 1970', WITHOUT_BATTERY],
]

describe.each(CLOCKS)('a station whose clock is set while there is no network, to %s', (_, wrong) => {
  const story = { toCapture: HOUR, toDelivery: 4 * HOUR, first: RIGHT, second: wrong }

  it('and that is delivered from the same page tells the right time', () => {
    for (const reloadBefore of [false, true]) {
      const { truth, found } = place({ ...story, reloadBefore, reloadAfter: false })
      expect(found).toEqual({ kind: 'placed', at: truth })
    }
  })

  it('and whose page was loaded again in between tells no time, but between which moments', () => {
    for (const reloadBefore of [false, true]) {
      const { now, capture, found } = place({ ...story, reloadBefore, reloadAfter: true })
      expect(found).toEqual({ kind: 'uncertain', earliest: START, latest: now, clockAt: capture.at })
    }
  })
})

describe.each([['right', RIGHT], ...CLOCKS.slice(0, 3)] as const)(
  'a station whose clock is %s all the time',
  (_, clock) => {
    it('tells the right time, however often its page is loaded', () => {
      for (const [reloadBefore, reloadAfter] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const story = {
          toCapture: 3 * HOUR,
          toDelivery: 5 * DAY,
          first: clock,
          second: clock,
          reloadBefore,
          reloadAfter,
        }
        const { truth, found } = place(story)
        expect(found).toEqual({ kind: 'placed', at: truth })
      }
    })
  },
)

it('without its battery tells the time within the boot of the server’s time, and of the delivery', () => {
  const without = { first: WITHOUT_BATTERY, second: WITHOUT_BATTERY, toCapture: 2 * HOUR, toDelivery: 9 * HOUR }
  const same = place({ ...without, reloadBefore: false, reloadAfter: true })
  expect(same.found).toEqual({ kind: 'placed', at: same.truth })
  const other = place({ ...without, reloadBefore: true, reloadAfter: false })
  expect(other.found).toEqual({ kind: 'placed', at: other.truth })
  const neither = place({ ...without, reloadBefore: true, reloadAfter: true })
  expect(neither.found).toMatchObject({ kind: 'uncertain', earliest: START, latest: neither.now })
})

it('is never wrong by more than minutes, and the truth lies between the ends of what is uncertain', () => {
  const wall = fc.oneof(
    fc.constant(RIGHT),
    fc.constant(WITHOUT_BATTERY),
    fc.integer({ min: -120 * DAY, max: 120 * DAY }).map(offBy),
    fc.integer({ min: -10 * MINUTE, max: 10 * MINUTE }).map(offBy),
  )
  const stories = fc.record({
    toCapture: fc.integer({ min: 0, max: 40 * DAY }),
    toDelivery: fc.integer({ min: 0, max: 40 * DAY }),
    first: wall,
    second: wall,
    reloadBefore: fc.boolean(),
    reloadAfter: fc.boolean(),
  })
  fc.assert(
    fc.property(stories, fc.boolean(), (given, isSet) => {
      const story = isSet ? given : { ...given, second: given.first }
      const { truth, now, found } = place(story)
      const [earliest, latest] =
        found.kind === 'placed' ? [found.at - NEAR - 1, found.at + NEAR + 1] : [found.earliest, found.latest]
      expect([earliest <= truth, truth <= latest, found.kind !== 'placed' || found.at <= now]).toEqual([
        true,
        true,
        true,
      ])
    }),
    { numRuns: 3000 },
  )
})

describe('a scale that stood still while the device slept', () => {
  const now = START + 10 * HOUR
  const anchor = { serverTime: START, boot: 'a', mono: 0 }
  const bounds = { registeredAt: START - DAY, lastAt: null, now }

  it('is told by the clock, on whichever side of the capture that was', () => {
    // Five hours of sleep after the capture, which was an hour after the server's time.
    const after = { at: START + HOUR, skew: 0, boot: 'a', mono: HOUR, anchor }
    const delivered = { at: now, boot: 'a', mono: 5 * HOUR }
    expect(placeCapture(after, delivered, bounds)).toEqual({ kind: 'placed', at: START + HOUR })
    const before = { at: START + 6 * HOUR, skew: 0, boot: 'a', mono: HOUR, anchor }
    expect(placeCapture(before, delivered, bounds)).toEqual({ kind: 'placed', at: START + 6 * HOUR })
  })

  it('tells nothing when the clock fits neither', () => {
    const capture = { at: START + 3 * HOUR, skew: 0, boot: 'a', mono: HOUR, anchor }
    const delivered = { at: now, boot: 'a', mono: 5 * HOUR }
    expect(placeCapture(capture, delivered, bounds)).toMatchObject({ kind: 'uncertain', earliest: START, latest: now })
  })
})

describe('a station of before, which has its clock alone', () => {
  const now = START
  const bounds: PlaceBounds = { registeredAt: START - 60 * DAY, lastAt: null, now }
  const taken = (at: number, more: Partial<PlaceBounds> = {}) =>
    placeCapture({ at, skew: 0 }, null, { ...bounds, ...more })

  it('is believed as far as it is possible', () => {
    expect(taken(now - HOUR)).toEqual({ kind: 'placed', at: now - HOUR })
    expect(taken(now + MINUTE / 2)).toEqual({ kind: 'placed', at: now })
    expect(taken(now - CAPTURE_LIFE)).toEqual({ kind: 'placed', at: now - CAPTURE_LIFE })
  })

  it.each<[string, number, Partial<PlaceBounds>]>([
    ['in the future', now + 2 * HOUR, {}],
    ['older than a month', now - CAPTURE_LIFE - MINUTE, {}],
    ['in 1970', 0, {}],
    ['before the registration', now - 3 * DAY, { registeredAt: now - 2 * DAY }],
    ['before the capture before it', now - 3 * HOUR, { lastAt: now - HOUR }],
  ])('and is uncertain %s', (_, at, more) => {
    const { registeredAt, lastAt } = { ...bounds, ...more }
    const earliest = Math.max(registeredAt, lastAt ?? 0)
    expect(taken(at, more)).toEqual({ kind: 'uncertain', earliest, latest: now, clockAt: at })
  })
})

describe('a delivery that took long on its way', () => {
  const now = START + HOUR
  const bounds = { registeredAt: START - DAY, lastAt: now - 500, now }
  const taken = (mono: number, lastAt = bounds.lastAt) =>
    placeCapture({ at: 0, skew: 0, boot: 'b', mono }, { at: 0, boot: 'b', mono: HOUR }, { ...bounds, lastAt })

  it('does not put the next capture before it', () => {
    expect(taken(HOUR - 2000)).toEqual({ kind: 'placed', at: now - 499 })
    expect(taken(HOUR - 500)).toEqual({ kind: 'placed', at: now - 499 })
    expect(taken(HOUR - 400)).toEqual({ kind: 'placed', at: now - 400 })
  })

  it('moves no capture by more than ways of telling a moment differ, and none beyond now', () => {
    expect(taken(HOUR - 10 * MINUTE)).toEqual({ kind: 'placed', at: now - 10 * MINUTE })
    expect(taken(HOUR, now)).toEqual({ kind: 'placed', at: now })
  })
})
