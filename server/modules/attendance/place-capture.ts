import {
  CAPTURE_LIFE,
  type CaptureContent,
  type ClockReading,
} from '../../../contract/endpoints/attendance/attendance-station.ts'

/** When a capture was taken, in milliseconds since 1970; or between which moments it must have been. */
export type Placed =
  | { readonly kind: 'placed'; readonly at: number }
  | { readonly kind: 'uncertain'; readonly earliest: number; readonly latest: number; readonly clockAt: number }

type CaptureClock = Pick<CaptureContent, 'at' | 'skew' | 'boot' | 'mono' | 'anchor'>

export interface PlaceBounds {
  readonly registeredAt: number
  /** The time of the station's latest capture so far that was placed; captures come in their order. */
  readonly lastAt: number | null
  readonly now: number
}

/** Milliseconds by which two ways of telling the same moment may differ: the way to the server, measuring, rounding. */
const AGREES = 2 * 60_000
const SLACK = 60_000

/**
 * The time of a capture by the server's clock, which is never later than now. In this order: from the last time of the server, if the even scale of the station goes from there to
 * the capture; from the time of the delivery, if it goes on to there; by the station's clock, if that stood as far from the server's at the delivery as when the skew was
 * measured, and the time is possible. What none of them tells is uncertain.
 */
export function placeCapture(capture: CaptureClock, present: ClockReading | null, bounds: PlaceBounds): Placed {
  const { now, registeredAt, lastAt } = bounds
  const { anchor } = capture
  const byClock = capture.at + capture.skew
  const earliest = Math.min(now, Math.max(registeredAt, lastAt ?? 0, anchor?.serverTime ?? 0))
  const uncertain = { kind: 'uncertain', earliest, latest: now, clockAt: capture.at } as const
  const found = byScale(capture, present, now).filter((at) => at <= now + AGREES && at >= registeredAt - AGREES)
  const [first, second] = found
  if (first !== undefined) {
    const agree = second === undefined || Math.abs(first - second) <= AGREES
    // They differ when the scale stood still while the device slept: the clock says on which side of the capture that was.
    const at = agree ? first : found.find((one) => Math.abs(one - byClock) <= AGREES)
    return at === undefined ? uncertain : placeInOrder(at, bounds)
  }
  const keptGoing = !present || Math.abs(now - present.at - capture.skew) <= AGREES
  const isPossible = byClock >= Math.max(earliest - SLACK, now - CAPTURE_LIFE) && byClock <= now + SLACK
  return keptGoing && isPossible ? placeInOrder(byClock, bounds) : uncertain
}

/** A delivery that took long on its way tells a later time than it was, and must not put the captures that follow it before it. */
function placeInOrder(at: number, { lastAt, now }: PlaceBounds): Placed {
  const isJustBefore = lastAt !== null && at <= lastAt && lastAt - at <= AGREES
  return { kind: 'placed', at: Math.min(isJustBefore ? lastAt + 1 : at, now) }
}

/** The times that the even scale of the station tells: from the last time of the server on, and back from the delivery. */
function byScale({ boot, mono, anchor }: CaptureClock, present: ClockReading | null, now: number): number[] {
  if (boot === undefined || mono === undefined) return []
  return [
    ...(anchor?.boot === boot && mono >= anchor.mono ? [anchor.serverTime + mono - anchor.mono] : []),
    ...(present?.boot === boot && present.mono >= mono ? [now - (present.mono - mono)] : []),
  ]
}
