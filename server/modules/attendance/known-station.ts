import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Database, isRowId } from '../../db/database.ts'
import type { Vault } from '../../runtime/vault.ts'
import { keyPlace, openSealed, type Sealed } from './station-seal.ts'

const station = z.object({
  stationId: z.string(),
  name: z.string(),
  place: z.string(),
  direction: z.literal(['in', 'out', 'both']),
  guideWidth: z.nullable(z.number()),
  guideTolerance: z.nullable(z.number()),
  sealedKey: z.instanceof(Buffer),
  lastSeq: z.pipe(z.string(), z.transform(Number)),
  registeredAt: z.number(),
  unitName: z.string(),
  unitEnglishName: z.string(),
  faceOn: z.boolean(),
})
/** A station in use. `registeredAt` in milliseconds since 1970. */
export type KnownStation = z.infer<typeof station>

/** A station of the unit, in one round trip. Throws 'attendance.station_gone' for one that is not or not any more. */
export async function readKnownStation(database: Database, unitId: string, stationId: string): Promise<KnownStation> {
  if (!isRowId(stationId)) throw new PortalError('attendance.station_gone')
  const [found] = await database.onceInUnit(
    { unitId, userId: null },
    sql`select s.station_id as "stationId", s.name, s.place, s.direction, s.guide_width as "guideWidth", s.guide_tolerance as "guideTolerance",
      s.sealed_key as "sealedKey", s.last_seq::text as "lastSeq", (extract(epoch from s.registered_at) * 1000)::float8 as "registeredAt",
      u.name as "unitName", u.english_name as "unitEnglishName", coalesce(f.clock_in, false) as "faceOn"
    from attendance_station s join unit u on u.unit_id = s.unit_id left join face_settings f on f.unit_id = s.unit_id
    where s.station_id = ${stationId}::uuid and s.revoked_at is null`,
  )
  if (!found) throw new PortalError('attendance.station_gone')
  return z.parse(station, found)
}

/** Opens what a station sealed. Throws 'attendance.seal'. */
export function openOf(vault: Vault, { stationId, sealedKey }: KnownStation, sealed: Sealed, data: string): unknown {
  return openSealed(vault.openBytes(sealedKey, keyPlace(stationId)), sealed, data)
}
