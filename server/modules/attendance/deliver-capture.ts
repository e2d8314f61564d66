import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { captureData, presentData } from '../../../contract/attendance-capture.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import {
  captureContent,
  clockReading,
  type CaptureContent,
  type ClockReading,
  type Delivered,
} from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { readCardNumber } from '../../../contract/rules/attendance/card-number.ts'
import type { KeyedMutex } from '../../blobs/keyed-mutex.ts'
import type { HostUnit } from '../../http/call.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { FaceDeps } from '../faces/face-deps.ts'
import { attemptWait, matchFace, stationCounter } from '../faces/recognise-face.ts'
import { countRateExpression, rateKey, refuseOverRate } from '../../http/request-limit.ts'
import { refuseWhile } from '../auth/login-limits.ts'
import { settleCapture } from './clock-in.ts'
import type { Evidence } from './clock-in-context.ts'
import { placeCapture } from './place-capture.ts'
import { openCapture, outcomeOf, progressColumns, readKnownStation, type KnownStation } from './known-station.ts'

export interface DeliveryDeps extends FaceDeps {
  /** Handles the captures of a station in sequence, so that a repeated one is analysed once. */
  readonly mutex: KeyedMutex
  readonly now: Clock
}

export interface DeliveryCaller {
  readonly unit: HostUnit
  readonly address: string
  /** Where the station has proved its key already. */
  readonly known?: KnownStation | undefined
}

/** Of one station: more than the people who pass a door; offline captures may come as fast as they are analysed. */
const PICTURES_PER_MINUTE = 240

/** Refusals that stay the same when a picture is sent again. Other errors are worth a retry. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'face.unreadable',
  'face.none',
  'face.several',
  'face.too_small',
  'face.blurred',
  'face.too_dark',
  'face.too_bright',
  'face.not_straight',
  'face.unknown',
])

const waiting = z.object({ waitSeconds: z.number(), rateSeconds: z.number() })

/**
 * Handles the next capture of a station once, and returns the stored outcome whenever it is sent again. A refusal of its content consumes its number;
 * a thrown error does not. Throws 'attendance.station_gone', 'attendance.seal', 'attendance.gap', and temporary errors.
 */
export async function deliverCapture(
  deps: DeliveryDeps,
  caller: DeliveryCaller,
  given: ParsedRequestOf<typeof attendanceStation.deliver>,
): Promise<Delivered> {
  const { stationId, seq } = given
  const known =
    caller.known?.stationId === stationId
      ? caller.known
      : await readKnownStation(deps.database, caller.unit.unitId, stationId)
  const content = openCapture(deps.vault, known, given, captureData(known.stationId, seq))
  const capture = z.safeParse(captureContent, content)
  const present = given.present && openCapture(deps.vault, known, given.present, presentData(known.stationId, seq))
  const reading = z.safeParse(clockReading, present)
  const delivered = await deps.mutex.run(known.stationId, async () => {
    const evidence = capture.success
      ? await examine(deps, caller, known, seq, capture.data, reading.success ? reading.data : null)
      : ({ kind: 'refused', code: 'attendance.capture_invalid' } as const)
    if ('outcome' in evidence) return evidence
    return deps.database.inUnit({ unitId: caller.unit.unitId, userId: null }, (tx) =>
      settleCapture(tx, deps.vault, caller, { stationId: known.stationId, seq }, evidence, deps.now()),
    )
  })
  // Stations of before do not know the outcome, and would send the capture for ever.
  return delivered.outcome === 'uncertain' && !given.present
    ? { seq, outcome: 'refused', code: 'attendance.time_uncertain' }
    : delivered
}

/**
 * The content of a capture, or its stored outcome. A face is counted for the station, without a turn of the head. No transaction waits for the
 * picture.
 */
async function examine(
  deps: DeliveryDeps,
  { unit: { unitId }, address }: DeliveryCaller,
  known: KnownStation,
  seq: number,
  capture: CaptureContent,
  present: ClockReading | null,
): Promise<Evidence | Delivered> {
  const { registeredAt, lastAt } = known
  const when = placeCapture(capture, present, { registeredAt, lastAt, now: deps.now() })
  const { direction } = capture
  if (capture.kind === 'code') {
    const code = readCardNumber(capture.code)
    if (code === null) return refused('attendance.card_unreadable')
    return { kind: 'code', when, direction, code }
  }
  const counter = stationCounter(known.stationId)
  const [found] = await deps.database.onceInUnit(
    { unitId, userId: null },
    sql`select ${progressColumns(seq)}, ${attemptWait(counter.key)} as "waitSeconds",
      ${countRateExpression(rateKey('station', known.stationId), PICTURES_PER_MINUTE)} as "rateSeconds" from attendance_station s where s.station_id = ${known.stationId}::uuid`,
  )
  // The same capture may have been handled while this one waited.
  const earlier = outcomeOf(found, seq)
  if (earlier) return earlier
  if (!known.faceOn) return refused('face.clock_in_off')
  const { waitSeconds, rateSeconds } = z.parse(waiting, found)
  refuseOverRate(rateSeconds)
  refuseWhile(waitSeconds)
  try {
    const { userId } = await matchFace(deps, { unitId, address, counter }, capture)
    return { kind: 'face', when, direction, userId, counter }
  } catch (error) {
    if (error instanceof PortalError && REFUSALS.has(error.code)) return refused(error.code)
    throw error
  }
}

function refused(code: ErrorCode): Evidence {
  return { kind: 'refused', code }
}
