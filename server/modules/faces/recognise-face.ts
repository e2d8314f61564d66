import { and, eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import { userType } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { inlineBytes } from '../../db/one-trip.ts'
import { facePhoto, loginAttempt, loginDevice } from '../../db/tables.generated.ts'
import { addressKey, plainAddress } from '../../http/network-address.ts'
import { type AttemptRule, checkWait, counterKey, refuseWhile } from '../auth/login-limits.ts'
import { hashToken } from '../auth/session-tokens.ts'
import { decodeBase64 } from '../../blobs/content-kind.ts'
import { faceDistance } from './engine/face-index.ts'
import { hasTurned, type Turn } from './engine/judge-face.ts'
import { recordFaceUse } from './face-audit.ts'
import { takeTurn } from './face-challenges.ts'
import type { FaceDeps } from './face-deps.ts'

/**
 * Unrecognised faces without a wait, for an address, for a known device, or for a station. A gate sees many faces that are too far away; beyond the
 * free ones a wait doubles up to five minutes. An hour without a failure clears the count.
 */
const BROWSER_LIMIT = { free: 30, capSeconds: 300 }
/** Where a whole school passes, at a station or in the unit's own network: the wait stays short. */
const SCHOOL_LIMIT = { free: 200, capSeconds: 15 }

export interface ShownFace {
  readonly faceImage: string
  readonly challenge?: string | undefined
  readonly turnedImage?: string | undefined
  /** The secret of the browser's cookie. */
  readonly browser: string
}

/** Where a browser's picture comes from. */
export interface FaceSource {
  readonly address: string
  /** The secret of the device's cookie, where there is one. */
  readonly device: string | undefined
}

export interface FaceCounter extends AttemptRule {
  readonly key: Buffer
}

const counted = z.object({ waitSeconds: z.number() })
const person = z.object({
  userId: z.string(),
  userType,
  realName: z.string(),
  englishName: z.string(),
  loginName: z.string(),
})

/** A recognised person, and the counter of their picture until they are signed in. */
export type RecognisedPerson = z.infer<typeof person> & { readonly counter: FaceCounter }

/**
 * Finds the person of a browser's picture. Throws the pictures' defects, 'face.challenge_required', 'face.challenge_expired', 'login.slow_down',
 * 'face.not_turned', and 'face.unknown': the same for no match, for two similar people, for a closed account and for a second picture of another
 * person.
 */
export async function recogniseFace(
  deps: FaceDeps,
  unitId: string,
  shown: ShownFace,
  source: FaceSource,
  { headTurn }: Pick<FaceSettings, 'headTurn'>,
): Promise<RecognisedPerson> {
  const counter = await deps.database.inUnit({ unitId, userId: null }, (tx) => checkFaceWait(tx, source))
  const turn = headTurn ? await takeAskedTurn(deps, unitId, shown) : undefined
  return matchFace(deps, { unitId, address: source.address, counter }, shown, turn)
}

/**
 * Finds the person of a face, and of a second picture after a turn; counts the picture. Throws as `recogniseFace` does but for challenges. No
 * transaction is open during detection.
 */
export async function matchFace(
  { database, engine, indexes, limits }: FaceDeps,
  { unitId, address, counter }: { unitId: string; address: string; counter: FaceCounter },
  shown: Pick<ShownFace, 'faceImage' | 'turnedImage'>,
  turn?: Turn,
): Promise<RecognisedPerson> {
  const scope = { unitId, userId: null }
  const face = await engine.see(decodeBase64(shown.faceImage))
  const turned = turn && (await engine.see(decodeBase64(shown.turnedImage ?? '')))
  const userId = await indexes.search(unitId, face.descriptor, limits)
  // The index may be behind: the database decides whether consent and photos are still there.
  const [found] = await database.onceInUnit(scope, countAndFind(counter, userId))
  refuseWhile(z.parse(counted, found).waitSeconds)
  const match = z.safeParse(person, found)
  let refusal: 'face.not_turned' | 'face.unknown' | undefined = match.success ? undefined : 'face.unknown'
  if (turn && turned) {
    if (!hasTurned(face, turned, turn)) refusal = 'face.not_turned'
    else if (faceDistance(face.descriptor, turned.descriptor) > limits.distance) refusal = 'face.unknown'
  }
  if (match.success && !refusal) return { ...match.data, counter }
  const code = refusal ?? 'face.unknown'
  await database.inUnit(scope, (tx) =>
    recordFaceUse(tx, { unitId, kind: 'refused', userId: null, actorId: null, address, detail: code }),
  )
  throw new PortalError(code)
}

/** Counts the picture before the search: concurrent ones all count. */
function countAndFind({ key, free, capSeconds }: FaceCounter, userId: string | undefined): SQL {
  return sql`select c.wait_seconds as "waitSeconds", a.user_id as "userId", a.user_type as "userType", a.real_name as "realName",
    a.english_name as "englishName", a.login_name as "loginName"
    from portal_count_attempt(${inlineBytes(key)}, ${free}, ${capSeconds}) c
    left join user_account a on a.user_id = ${userId ?? null}::uuid and a.status = 1
      and exists (select from face_photo p where p.user_id = a.user_id)
      and exists (select from face_consent o where o.user_id = a.user_id and o.withdrawn_at is null)`
}

async function takeAskedTurn({ database }: FaceDeps, unitId: string, shown: ShownFace): Promise<Turn> {
  const { challenge, turnedImage, browser } = shown
  if (challenge === undefined || turnedImage === undefined) throw new PortalError('face.challenge_required')
  const turn = await database.inUnit({ unitId, userId: null }, (tx) => takeTurn(tx, challenge, browser))
  if (!turn) throw new PortalError('face.challenge_expired')
  return turn
}

/** The counter of a browser's pictures. Throws 'login.slow_down' with the seconds to wait. */
async function checkFaceWait(tx: Tx, { address, device }: FaceSource): Promise<FaceCounter> {
  const deviceHash = device ? hashToken(device) : undefined
  // Only a device on which an account has signed in: other ids could be invented.
  const known = deviceHash ? await tx.$count(loginDevice, eq(loginDevice.deviceHash, deviceHash)) : 0
  const source = deviceHash && known > 0 ? ['device', deviceHash.toString('hex')] : ['address', addressKey(address)]
  const key = counterKey('face', ...source)
  await checkWait(tx, key)
  if (known > 0) return { key, ...BROWSER_LIMIT }
  const inside = await queryValue(tx, z.boolean())`select portal_in_own_network(${plainAddress(address)}::inet)`
  return { key, ...(inside ? SCHOOL_LIMIT : BROWSER_LIMIT) }
}

/** The counter of a station that has proved its key. */
export function stationCounter(stationId: string): FaceCounter {
  return { key: counterKey('face', 'station', stationId), ...SCHOOL_LIMIT }
}

/** An expression for the seconds that a counter waits, for a statement whose values are inlined. */
export function attemptWait(key: Buffer): SQL {
  return sql`coalesce((select extract(epoch from a.blocked_until - clock_timestamp())::float8 from login_attempt a
    where a.unit_id = portal_unit_id() and a.key = ${inlineBytes(key)}), 0)`
}

/** Takes a recognised person's picture off the count. */
export function uncountFace(tx: Tx, { key }: FaceCounter) {
  return tx
    .update(loginAttempt)
    .set({ failures: sql`greatest(0, ${loginAttempt.failures} - 1)`, blockedUntil: null })
    .where(eq(loginAttempt.key, key))
}

/**
 * The writes for a recognised person: the picture is taken off the count, the photos are marked as used for their retention (once a day is enough),
 * and the audit gets a record.
 */
export function letInWrites(
  tx: Tx,
  { userId, counter }: Pick<RecognisedPerson, 'userId' | 'counter'>,
  use: { readonly unitId: string; readonly kind: 'signed-in' | 'clocked-in'; readonly address: string },
) {
  return [
    uncountFace(tx, counter),
    tx
      .update(facePhoto)
      .set({ lastUsedAt: sql`now()` })
      .where(
        and(
          eq(facePhoto.userId, userId),
          sql`not exists (select from face_photo p where p.user_id = ${userId} and p.last_used_at > now() - interval '1 day')`,
        ),
      ),
    recordFaceUse(tx, { ...use, userId, actorId: userId }),
  ]
}
