import { randomBytes, randomUUID } from 'node:crypto'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { register, save, Station } from '../../../contract/endpoints/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { attendanceStation } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import type { Vault } from '../../runtime/vault.ts'
import { englishNameOf, toAccountName } from './account-name.ts'
import { readStationSchedule } from './station-schedule.ts'
import { keyPlace } from './station-seal.ts'

const KEY_BYTES = 32

/** Makes a station; its key is told here and never again. `now`: milliseconds since 1970. */
export async function registerStation(
  tx: Tx,
  vault: Vault,
  { unitId, userId }: Session,
  { name, place, direction }: ParsedRequestOf<typeof register>,
  now: number,
): Promise<ResponseOf<typeof register>> {
  const stationId = randomUUID()
  const key = randomBytes(KEY_BYTES)
  await tx.insert(attendanceStation).values({
    stationId,
    unitId,
    name: requireName(name),
    place: place.trim(),
    direction,
    sealedKey: vault.sealBytes(key, keyPlace(stationId)),
    // By the clock that captures are compared with.
    registeredAt: new Date(now),
    registeredBy: userId,
  })
  return {
    stationId,
    key: key.toString('base64url'),
    serverTime: now,
    schedule: await readStationSchedule(tx, now),
  }
}

/** Every station of the unit, those in use first. */
export async function listStations(tx: Tx): Promise<Station[]> {
  const rows = await selectStations(tx).orderBy(
    desc(sql`${attendanceStation.revokedAt} is null`),
    asc(attendanceStation.name),
    asc(attendanceStation.stationId),
  )
  return rows.map(toStation)
}

/** Changes what a station is called and for. Throws 'attendance.station_gone'. */
export async function saveStation(
  tx: Tx,
  { stationId, name, place, direction, guide }: ParsedRequestOf<typeof save>,
): Promise<Station> {
  const set = {
    name: requireName(name),
    place: place.trim(),
    direction,
    guideWidth: guide.width,
    guideTolerance: guide.tolerance,
  }
  if (isRowId(stationId)) await tx.update(attendanceStation).set(set).where(eq(attendanceStation.stationId, stationId))
  return readStation(tx, stationId)
}

/** Ends a station for good. Throws 'attendance.station_gone' where there is none. */
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
    .select({
      station: attendanceStation,
      registeredBy: userAccount.realName,
      englishRegisteredBy: englishNameOf(userAccount.userId),
    })
    .from(attendanceStation)
    .leftJoin(userAccount, eq(userAccount.userId, attendanceStation.registeredBy))
}

function toStation({
  station,
  registeredBy,
  englishRegisteredBy,
}: Awaited<ReturnType<typeof selectStations>>[number]): Station {
  const { stationId, name, place, direction, guideWidth, guideTolerance, pending, lastSeq } = station
  return {
    stationId,
    name,
    place,
    direction,
    guide: { width: guideWidth, tolerance: guideTolerance },
    registeredAt: station.registeredAt.toISOString(),
    registeredBy: toAccountName(registeredBy, englishRegisteredBy),
    lastSeenAt: station.lastSeenAt?.toISOString() ?? null,
    pending,
    delivered: lastSeq,
    revokedAt: station.revokedAt?.toISOString() ?? null,
  }
}

function requireName(text: string): string {
  const name = text.trim()
  if (name !== '') return name
  throw new PortalError('request.invalid', { fields: [{ field: 'name', code: 'field.required' }] })
}
