import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { helloData } from '../../../contract/attendance-capture.ts'
import { helloContent, type hello } from '../../../contract/endpoints/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../db/database.ts'
import { attendanceStation } from '../../db/schema/attendance.ts'
import type { Vault } from '../../runtime/vault.ts'
import { openOf, readKnownStation } from './known-station.ts'
import { readStationSchedule } from './station-schedule.ts'

/** Tells a station that proves its key what it needs to know, and remembers that it was there. Throws 'attendance.station_gone' and 'attendance.seal'. */
export async function greetStation(
  { database, vault, now }: { database: Database; vault: Vault; now: Clock },
  unitId: string,
  given: ParsedRequestOf<typeof hello>,
): Promise<ResponseOf<typeof hello>> {
  const known = await readKnownStation(database, unitId, given.stationId)
  const content = z.safeParse(helloContent, openOf(vault, known, given, helloData(known.stationId)))
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
    serverTime: now(),
    nextSeq: lastSeq + 1,
    name,
    place,
    direction,
    unitName,
    unitEnglishName,
    revoked: false,
    faceOn,
    guide: { width: guideWidth, tolerance: guideTolerance },
    schedule,
  }
}
