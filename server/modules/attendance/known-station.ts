import { sql } from 'drizzle-orm'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'
import { CAPTURE_INFO, proofData } from '../../../contract/attendance-capture.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { Delivered } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { decodeBase64 } from '../../blobs/content-kind.ts'
import { type Database, isRowId } from '../../db/database.ts'
import type { Vault } from '../../runtime/vault.ts'

const KEY_BYTES = 32
const TAG_BYTES = 16

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
  lastAt: z.nullable(z.number()),
  unitName: z.string(),
  unitEnglishName: z.string(),
  faceOn: z.boolean(),
})
export type KnownStation = z.infer<typeof station>

/** A station of the unit, in one round trip. Throws 'attendance.station_gone' for a missing or revoked one. */
export async function readKnownStation(database: Database, unitId: string, stationId: string): Promise<KnownStation> {
  if (!isRowId(stationId)) throw new PortalError('attendance.station_gone')
  const [found] = await database.onceInUnit(
    { unitId, userId: null },
    sql`select s.station_id as "stationId", s.name, s.place, s.direction, s.guide_width as "guideWidth", s.guide_tolerance as "guideTolerance",
      s.sealed_key as "sealedKey", s.last_seq::text as "lastSeq", (extract(epoch from s.registered_at) * 1000)::float8 as "registeredAt",
      (extract(epoch from s.last_capture_at) * 1000)::float8 as "lastAt",
      u.name as "unitName", u.english_name as "unitEnglishName", coalesce(f.clock_in, false) as "faceOn"
    from attendance_station s join unit u on u.unit_id = s.unit_id left join face_settings f on f.unit_id = s.unit_id
    where s.station_id = ${stationId}::uuid and s.revoked_at is null`,
  )
  if (!found) throw new PortalError('attendance.station_gone')
  return z.parse(station, found)
}

/**
 * Decrypts a station's content for these additional data: the parsed JSON, undefined for anything else. Throws 'attendance.seal' unless this station
 * encrypted it for them.
 */
export function openCapture(
  vault: Vault,
  { stationId, sealedKey }: KnownStation,
  { nonce, sealed }: Sealed,
  data: string,
): unknown {
  const key = vault.openBytes(sealedKey, keyLabel(stationId))
  const bytes = decodeBase64(sealed)
  if (!bytes || bytes.length < TAG_BYTES) throw new PortalError('attendance.seal')
  return parseJson(decrypt(key, Buffer.from(nonce, 'base64url'), bytes, data))
}

const PROOF = /^([\da-f-]{36})\.(\d{1,16})\.([\w-]{16})\.([\w-]{22})$/

/** The station and number of a proof in a header; undefined for anything else. */
export function readProof(header: unknown) {
  const [, stationId, seq, nonce, tag] = (typeof header === 'string' && PROOF.exec(header)) || []
  if (stationId === undefined || nonce === undefined || tag === undefined) return undefined
  return { stationId, seq: Number(seq), nonce, sealed: Buffer.from(tag, 'base64url').toString('base64') }
}

/** Throws 'attendance.seal' unless the station made this proof. */
export function checkProof(vault: Vault, known: KnownStation, proof: NonNullable<ReturnType<typeof readProof>>): void {
  openCapture(vault, known, proof, proofData(known.stationId, proof.seq))
}

/** The vault's label of a station's key. */
export function keyLabel(stationId: string): string {
  return `attendance station ${stationId}`
}

/** `nonce`: base64url of 12 bytes; `sealed`: base64 of the ciphertext and its tag. */
type Sealed = Pick<ParsedRequestOf<typeof attendanceStation.deliver>, 'nonce' | 'sealed'>

function decrypt(key: Uint8Array, nonce: Buffer, bytes: Buffer, data: string): Buffer {
  try {
    const captureKey = Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), CAPTURE_INFO, KEY_BYTES))
    const decipher = createDecipheriv('aes-256-gcm', captureKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(data))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new PortalError('attendance.seal', { cause: error })
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const progress = z.object({ lastSeq: z.number(), isRevoked: z.boolean(), outcome: z.unknown() })

/** Columns of `progress`, for a statement that reads `attendance_station s`. */
export const progressColumns = (seq: number) => sql`s.last_seq as "lastSeq", s.revoked_at is not null as "isRevoked",
  (select d.outcome from attendance_delivery d where d.station_id = s.station_id and d.seq = ${seq}) as outcome`

/**
 * The stored outcome of a capture; undefined for the next one. Throws 'attendance.gap' for a later one, and 'attendance.station_gone'. `row`: the
 * columns of `progressColumns`, read under the station's lock if the outcome is to be stored.
 */
export function outcomeOf(row: unknown, seq: number): Delivered | undefined {
  const found = z.safeParse(progress, row)
  if (!found.success || found.data.isRevoked) throw new PortalError('attendance.station_gone')
  const { lastSeq, outcome } = found.data
  const expected = lastSeq + 1
  if (seq > expected) throw new PortalError('attendance.gap', { data: { expected } })
  if (seq === expected) return undefined
  return outcome === null
    ? { seq, outcome: 'refused', code: 'attendance.outcome_gone' }
    : z.parse(attendanceStation.deliver.response, outcome)
}
