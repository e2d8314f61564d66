import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { captureData } from '../../../contract/attendance-capture.ts'
import {
  captureContent,
  CAPTURE_LIFE,
  deliver,
  type CaptureContent,
  type Delivered,
} from '../../../contract/endpoints/attendance-station.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDelivery, attendanceStation } from '../../db/schema/attendance.ts'
import { recordPassing } from './clock-in.ts'
import type { DeliveryCaller, DeliveryParts } from './delivery-parts.ts'
import { findShown, lookAt, type Look } from './identify-person.ts'
import { openOf, readKnownStation, type KnownStation } from './known-station.ts'

/** A registration and a clock that was measured may differ by as much, in milliseconds. */
const REGISTRATION_SLACK = 60_000

/**
 * Deals with the next capture of a station, once, and answers the same for it whenever it is sent again. What it is refused for by its content uses its number up;
 * what is thrown does not. Throws 'attendance.station_gone', 'attendance.seal', 'attendance.gap', and what is worth trying again later.
 */
export async function deliverCapture(
  parts: DeliveryParts,
  caller: DeliveryCaller,
  given: ParsedRequestOf<typeof deliver>,
): Promise<Delivered> {
  const { stationId, seq } = given
  const { unitId } = caller.unit
  const scope = { unitId, userId: null }
  const known = await readKnownStation(parts.database, unitId, stationId)
  const content = openOf(parts.vault, known, given, captureData(known.stationId, seq))
  const capture = z.safeParse(captureContent, content)
  const look = async (): Promise<Look | Delivered> => {
    if (!capture.success) return { refused: 'attendance.capture_invalid' }
    // Nobody looks twice at a picture that was dealt with while this one waited for its turn.
    const earlier =
      capture.data.kind === 'face' && (await parts.database.inUnit(scope, (tx) => findEarlier(tx, known, seq)))
    return earlier || lookAt(parts, caller, known, capture.data, timeOf(known, capture.data, parts.now()))
  }
  return parts.turns.run(known.stationId, async () => {
    const seen = await look()
    return 'outcome' in seen ? seen : parts.database.inUnit(scope, (tx) => settle(tx, parts, caller, known, seq, seen))
  })
}

/** Under the station's lock: what became of the capture meanwhile, or what becomes of it now. */
async function settle(
  tx: Tx,
  parts: DeliveryParts,
  { unit, address }: DeliveryCaller,
  known: KnownStation,
  seq: number,
  look: Look,
): Promise<Delivered> {
  const { stationId } = known
  const earlier = await findEarlier(tx, known, seq)
  if (earlier) return earlier
  const shown = await findShown(tx, parts, { unitId: unit.unitId, stationId, address }, look)
  const outcome: Delivered =
    'refused' in shown
      ? { seq, outcome: 'refused', code: shown.refused }
      : await recordPassing(tx, unit, { ...shown, stationId, seq }, parts.now())
  await tx.insert(attendanceDelivery).values({ stationId, seq, unitId: unit.unitId, outcome })
  await tx
    .update(attendanceStation)
    .set({
      lastSeq: seq,
      lastSeenAt: sql`now()`,
      pending: sql`greatest(0, ${attendanceStation.pending} - 1)`,
    })
    .where(eq(attendanceStation.stationId, stationId))
  return outcome
}

/**
 * What became of a capture that was dealt with; undefined for the next one, of which nobody else can decide before this transaction ends. Throws 'attendance.gap'
 * for one after that, and 'attendance.station_gone'.
 */
async function findEarlier(tx: Tx, { stationId }: KnownStation, seq: number): Promise<Delivered | undefined> {
  const [station] = await tx
    .select({ lastSeq: attendanceStation.lastSeq, revokedAt: attendanceStation.revokedAt })
    .from(attendanceStation)
    .where(eq(attendanceStation.stationId, stationId))
    .for('no key update')
  if (!station || station.revokedAt !== null) throw new PortalError('attendance.station_gone')
  const expected = station.lastSeq + 1
  if (seq > expected) throw new PortalError('attendance.gap', { data: { expected } })
  if (seq === expected) return undefined
  const [found] = await tx
    .select({ outcome: attendanceDelivery.outcome })
    .from(attendanceDelivery)
    .where(and(eq(attendanceDelivery.stationId, stationId), eq(attendanceDelivery.seq, seq)))
  return found ? z.parse(deliver.response, found.outcome) : { seq, outcome: 'refused', code: 'attendance.outcome_gone' }
}

/** When it was by the server's clock, never in the future; or why it does not count. */
function timeOf({ registeredAt }: KnownStation, { at, skew }: CaptureContent, now: number): number | ErrorCode {
  const time = Math.min(at + skew, now)
  if (time < now - CAPTURE_LIFE) return 'attendance.too_old'
  if (time < registeredAt - REGISTRATION_SLACK) return 'attendance.before_station'
  return time
}
