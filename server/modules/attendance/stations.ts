import { asc, between, desc, eq, sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { helloData } from '../../../contract/attendance-capture.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import * as attendanceStationEndpoints from '../../../contract/endpoints/attendance/attendance-station.ts'
import { CAPTURE_LIFE, helloContent, type Station } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { type Database, type Tx, isRowId } from '../../db/database.ts'
import { attendanceDay, attendanceRule, attendanceStation } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Vault } from '../../runtime/vault.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { accountNameOf } from './attendance-people.ts'
import { groupBy } from './group-by.ts'
import { keyLabel, openCapture, readKnownStation } from './known-station.ts'
import type { RuleVersion } from './rule-book.ts'

const KEY_BYTES = 32

export async function registerStation(
  tx: Tx,
  vault: Vault,
  { unitId, userId }: Session,
  { name, place, direction }: ParsedRequestOf<typeof attendanceStationEndpoints.register>,
  now: number,
): Promise<ResponseOf<typeof attendanceStationEndpoints.register>> {
  const stationId = randomUUID()
  const key = randomBytes(KEY_BYTES)
  await tx.insert(attendanceStation).values({
    stationId,
    unitId,
    name,
    place: place.trim(),
    direction,
    sealedKey: vault.sealBytes(key, keyLabel(stationId)),
    // The same clock as for captures.
    registeredAt: new Date(now),
    registeredBy: userId,
  })
  return { stationId, key: key.toString('base64url'), serverTime: now, schedule: await readStationSchedule(tx, now) }
}

export async function listStations(tx: Tx): Promise<Station[]> {
  const { revokedAt, name, stationId } = attendanceStation
  const rows = await selectStations(tx).orderBy(desc(sql`${revokedAt} is null`), asc(name), asc(stationId))
  return rows.map(toStation)
}

/** Changes a station's name and settings. Throws 'attendance.station_gone'. */
export async function saveStation(
  tx: Tx,
  { stationId, name, place, direction, guide, version: known }: ParsedRequestOf<typeof attendanceStationEndpoints.save>,
): Promise<Station> {
  const set = {
    name,
    place: place.trim(),
    direction,
    guideWidth: guide.width,
    guideTolerance: guide.tolerance,
  }
  if (isRowId(stationId))
    await tx.select().from(attendanceStation).where(eq(attendanceStation.stationId, stationId)).for('update')
  const target = { kind: 'station' as const, id: stationId }
  await requireVersion(tx, attendanceStationEndpoints.save, {
    known,
    current: await readStation(tx, stationId),
    target,
  })
  if (isRowId(stationId)) await tx.update(attendanceStation).set(set).where(eq(attendanceStation.stationId, stationId))
  return readStation(tx, stationId)
}

/** Ends a station permanently. Throws 'attendance.station_gone' for a missing one. */
export async function revokeStation(tx: Tx, stationId: string): Promise<Station> {
  if (isRowId(stationId)) {
    await tx
      .update(attendanceStation)
      .set({ revokedAt: sql`coalesce(${attendanceStation.revokedAt}, now())`, pending: 0 })
      .where(eq(attendanceStation.stationId, stationId))
  }
  return readStation(tx, stationId)
}

async function readStation(tx: Tx, stationId: string): Promise<Station> {
  const which = isRowId(stationId) ? eq(attendanceStation.stationId, stationId) : sql`false`
  const [found] = await selectStations(tx).where(which)
  if (!found) throw new PortalError('attendance.station_gone')
  return toStation(found)
}

function selectStations(tx: Tx) {
  return tx
    .select({ station: attendanceStation, registeredBy: accountNameOf(attendanceStation.registeredBy) })
    .from(attendanceStation)
}

function toStation({ station, registeredBy }: Awaited<ReturnType<typeof selectStations>>[number]): Station {
  const { stationId, name, place, direction, guideWidth, guideTolerance, pending, lastSeq } = station
  return {
    stationId,
    name,
    place,
    direction,
    pending,
    guide: { width: guideWidth, tolerance: guideTolerance },
    registeredAt: station.registeredAt.toISOString(),
    registeredBy,
    lastSeenAt: station.lastSeenAt?.toISOString() ?? null,
    delivered: lastSeq,
    revokedAt: station.revokedAt?.toISOString() ?? null,
    version: versionOf({ name, place, direction, guideWidth, guideTolerance, revokedAt: station.revokedAt }),
  }
}

/** Checks a station's greeting, records it, and returns its settings. Throws 'attendance.station_gone' and 'attendance.seal'. */
export async function greetStation(
  { database, vault, now }: { database: Database; vault: Vault; now: Clock },
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
  return {
    name,
    place,
    direction,
    unitName,
    unitEnglishName,
    faceOn,
    serverTime: now(),
    nextSeq: lastSeq + 1,
    revoked: false,
    guide: { width: guideWidth, tolerance: guideTolerance },
    schedule,
  }
}

type Schedule = ResponseOf<typeof attendanceStationEndpoints.hello>['schedule']

/** A station may be offline for as long as its captures are accepted. */
const DAYS_AHEAD = CAPTURE_LIFE / (24 * 60 * 60 * 1000)

/** The hours of the transaction's unit from the day before `now` (milliseconds since 1970) on, whose night may still last. */
async function readStationSchedule(tx: Tx, now: number): Promise<Schedule> {
  const timeZone = await readTimeZone(tx)
  const first = addDays(dayOf(now, timeZone), -1)
  const versions = await tx.select().from(attendanceRule).orderBy(asc(attendanceRule.validFrom))
  const markedDays = await tx
    .select({ date: attendanceDay.date, kind: attendanceDay.kind })
    .from(attendanceDay)
    .where(between(attendanceDay.date, first, addDays(first, 1 + DAYS_AHEAD)))
    .orderBy(asc(attendanceDay.date))
  return { timeZone, times: scheduledTimes(versions, first), markedDays }
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
