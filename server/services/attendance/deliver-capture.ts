import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { captureData } from '../../../contract/attendance-capture.ts'
import {
  captureContent,
  CAPTURE_LIFE,
  deliver,
  type CaptureContent,
  type Delivered,
} from '../../../contract/calls/attendance-station.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedInputOf } from '../../../contract/row.ts'
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
  given: ParsedInputOf<typeof deliver>,
): Promise<Delivered> {
  const { stationId, seq } = given
  const { unitId } = caller.unit
  const known = await readKnownStation(parts.database, unitId, stationId)
  const content = openOf(parts.vault, known, given, captureData(known.stationId, seq))
  return parts.turns.wait(known.stationId, async () => {
    const scope = { unitId, userId: null }
    const earlier = await parts.database.inUnit(scope, async (tx) => findEarlier(tx, await readStation(tx, known), seq))
    if (earlier) return earlier
    const capture = z.safeParse(captureContent, content)
    const look: Look = capture.success
      ? await lookAt(parts, caller, known, capture.data, timeOf(known, capture.data))
      : { refused: 'attendance.capture_invalid' }
    return parts.database.inUnit(scope, (tx) => settle(tx, parts, caller, known, seq, look))
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
  const earlier = await findEarlier(tx, await lockStation(tx, known), seq)
  if (earlier) return earlier
  const shown = await findShown(tx, parts, { unitId: unit.unitId, stationId, address }, look)
  const outcome: Delivered =
    'refused' in shown
      ? { seq, outcome: 'refused', code: shown.refused }
      : await recordPassing(tx, unit, { ...shown, stationId, seq })
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

async function readStation(tx: Tx, { stationId }: KnownStation) {
  const { lastSeq, revokedAt } = attendanceStation
  const [found] = await tx
    .select({ lastSeq, revokedAt })
    .from(attendanceStation)
    .where(eq(attendanceStation.stationId, stationId))
  return { stationId, lastSeq: found?.lastSeq ?? 0, isGone: !found || found.revokedAt !== null }
}

async function lockStation(tx: Tx, known: KnownStation) {
  await tx
    .select({ stationId: attendanceStation.stationId })
    .from(attendanceStation)
    .where(eq(attendanceStation.stationId, known.stationId))
    .for('no key update')
  return readStation(tx, known)
}

/** What became of a capture that was dealt with; undefined for the next one. Throws 'attendance.gap' for one after that. */
async function findEarlier(
  tx: Tx,
  { stationId, lastSeq, isGone }: Awaited<ReturnType<typeof readStation>>,
  seq: number,
): Promise<Delivered | undefined> {
  if (isGone) throw new PortalError('attendance.station_gone')
  const expected = lastSeq + 1
  if (seq > expected) throw new PortalError('attendance.gap', { data: { expected } })
  if (seq === expected) return undefined
  const [found] = await tx
    .select({ outcome: attendanceDelivery.outcome })
    .from(attendanceDelivery)
    .where(and(eq(attendanceDelivery.stationId, stationId), eq(attendanceDelivery.seq, seq)))
  return found ? z.parse(deliver.answer, found.outcome) : { seq, outcome: 'refused', code: 'attendance.outcome_gone' }
}

/** When it was by the server's clock, never in the future; or why it does not count. */
function timeOf({ registeredAt }: KnownStation, { at, skew }: CaptureContent): number | ErrorCode {
  const now = Date.now()
  const time = Math.min(at + skew, now)
  if (time < now - CAPTURE_LIFE) return 'attendance.too_old'
  if (time < registeredAt - REGISTRATION_SLACK) return 'attendance.before_station'
  return time
}
