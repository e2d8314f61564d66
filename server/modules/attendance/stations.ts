import { eq, sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { helloData } from '../../../contract/attendance-capture.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import * as attendanceStationEndpoints from '../../../contract/endpoints/attendance/attendance-station.ts'
import { CAPTURE_LIFE, helloContent, type Station } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryRows } from '../../db/query.ts'
import { attendanceStation } from '../../db/tables.generated.ts'
import type { Handler } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { accountNameOf } from './attendance-people.ts'
import { groupBy } from './group-by.ts'
import { keyLabel, openCapture, readKnownStation } from './known-station.ts'
import { readRuleBook, type RuleVersion } from './rule-book.ts'

const KEY_BYTES = 32

export const registerStation: Handler<typeof attendanceStationEndpoints.register> = async (
  given,
  { tx, session: { unitId, userId: registeredBy }, request, record },
) => {
  const { vault, now } = request.server
  const { name, place, direction } = given
  const stationId = randomUUID()
  const key = randomBytes(KEY_BYTES)
  const sealedKey = vault.sealBytes(key, keyLabel(stationId))
  // The same clock as for captures.
  const serverTime = now()
  const registeredAt = new Date(serverTime)
  await tx
    .insert(attendanceStation)
    .values({ stationId, unitId, name, place: place.trim(), direction, sealedKey, registeredAt, registeredBy })
  await record(tx, { target: { kind: 'station', id: stationId }, changes: given })
  return { stationId, key: key.toString('base64url'), serverTime, schedule: await readStationSchedule(tx, serverTime) }
}

export const listStations: Handler<typeof attendanceStationEndpoints.list> = (_, { tx }) => readStations(tx)

/** Changes a station's name and settings. Throws 'attendance.station_gone'. */
export const saveStation: Handler<typeof attendanceStationEndpoints.save> = async (
  { stationId, version: known, ...given },
  { tx, record },
) => {
  const { name, place, direction, guide } = given
  const target = { kind: 'station', id: stationId } as const
  await tx.execute(sql`select from attendance_station where station_id = ${asId(stationId)} for update`)
  const current = await readStation(tx, stationId)
  await requireVersion(tx, attendanceStationEndpoints.save, { known, current, target })
  await tx
    .update(attendanceStation)
    .set({ name, place: place.trim(), direction, guideWidth: guide.width, guideTolerance: guide.tolerance })
    .where(eq(attendanceStation.stationId, stationId))
  await record(tx, { target, changes: given })
  return readStation(tx, stationId)
}

/** Ends a station permanently. Throws 'attendance.station_gone' for a missing one. */
export const revokeStation: Handler<typeof attendanceStationEndpoints.revoke> = async (
  { stationId },
  { tx, record },
) => {
  await record(tx, { target: { kind: 'station', id: stationId } })
  await tx.execute(sql`
    update attendance_station set revoked_at = coalesce(revoked_at, now()), pending = 0 where station_id = ${asId(stationId)}`)
  return readStation(tx, stationId)
}

async function readStation(tx: Tx, stationId: string): Promise<Station> {
  const [found] = await readStations(tx, sql`station_id = ${asId(stationId)}`)
  if (!found) throw new PortalError('attendance.station_gone')
  return found
}

const unversioned = z.omit(attendanceStationEndpoints.save.saves, { version: true })

async function readStations(tx: Tx, which = sql`true`): Promise<Station[]> {
  const rows = await queryRows(tx, unversioned)`
    select station_id as "stationId", name, place, direction, pending, last_seq as delivered,
      json_build_object('width', guide_width, 'tolerance', guide_tolerance) as guide, ${isoText(sql`registered_at`)} as "registeredAt",
      ${accountNameOf(sql`registered_by`)} as "registeredBy", ${isoText(sql`last_seen_at`)} as "lastSeenAt", ${isoText(sql`revoked_at`)} as "revokedAt"
    from attendance_station where ${which} order by revoked_at is not null, name, station_id`
  return rows.map((row) => {
    const { name, place, direction, guide, revokedAt } = row
    return { ...row, version: versionOf({ name, place, direction, guide, revokedAt }) }
  })
}

/** Checks a station's greeting, records it, and returns its settings. Throws 'attendance.station_gone' and 'attendance.seal'. */
export async function greetStation(
  { database, vault, now }: Pick<FastifyInstance, 'database' | 'vault' | 'now'>,
  unitId: string,
  given: ParsedRequestOf<typeof attendanceStationEndpoints.hello>,
): Promise<ResponseOf<typeof attendanceStationEndpoints.hello>> {
  const known = await readKnownStation(database, unitId, given.stationId)
  const content = z.safeParse(helloContent, openCapture(vault, known, given, helloData(known.stationId)))
  if (!content.success) throw new PortalError('request.invalid')
  const schedule = await database.inUnit({ unitId, userId: null }, async (tx) => {
    await tx
      .update(attendanceStation)
      .set({ lastSeenAt: sql`now()`, pending: content.data.pending })
      .where(eq(attendanceStation.stationId, known.stationId))
    return readStationSchedule(tx, now())
  })
  const { lastSeq, name, place, direction, unitName, unitEnglishName, faceOn, guideWidth, guideTolerance } = known
  const shown = { name, place, direction, unitName, unitEnglishName, faceOn }
  const guide = { width: guideWidth, tolerance: guideTolerance }
  return { ...shown, serverTime: now(), nextSeq: lastSeq + 1, revoked: false, guide, schedule }
}

type Schedule = ResponseOf<typeof attendanceStationEndpoints.hello>['schedule']

/** A station may be offline for as long as its captures are accepted. */
const DAYS_AHEAD = CAPTURE_LIFE / (24 * 60 * 60 * 1000)

/** The hours of the transaction's unit from the day before `now` (milliseconds since 1970) on, whose night may still last. */
async function readStationSchedule(tx: Tx, now: number): Promise<Schedule> {
  const first = addDays(dayOf(now, await readTimeZone(tx)), -1)
  const { timeZone, versions, days } = await readRuleBook(tx, first, addDays(first, 1 + DAYS_AHEAD))
  return { timeZone, times: scheduledTimes(versions, first), markedDays: days }
}

/** The versions of rules (given oldest first) that apply on a day or later. */
function scheduledTimes(versions: readonly RuleVersion[], first: string): Schedule['times'] {
  return [...groupBy(versions, ({ ruleId }) => ruleId).values()].flatMap((own) =>
    own.flatMap(({ ended, validFrom, weekdays, inBy, outFrom, dayStart }, at) => {
      const until = own[at + 1]?.validFrom ?? null
      if (ended || (until !== null && until <= first)) return []
      return { from: validFrom, until, weekdays, inBy, outFrom, dayStart }
    }),
  )
}
