import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { loginAttempt, loginDevice } from '../../db/schema/identity.ts'
import { addressKey } from '../auth/login-limits.ts'
import { hashToken } from '../auth/session-tokens.ts'

/**
 * Faces that were not recognised, for an address, for a device on which somebody of the unit signed in before, or for a station. A school's gate sees many that are a
 * little too far away; from the free ones on, a wait doubles up to five minutes, so that nobody tries pictures by the thousand. An hour without a failure clears it.
 */
const ELSEWHERE = { free: 30, capSeconds: 300 }
/** Whoever stands before it is seen by everybody, and a whole school passes: the wait stays short. */
const STATION = { free: 200, capSeconds: 15 }

const waiting = z.object({ wait_seconds: z.number() })

/** Where a picture comes from. */
export interface FacePlace {
  readonly address: string
  /** The secret of the device's cookie, where there is one. */
  readonly device: string | undefined | null
  /** A station that has proved its key: neither its address nor what else is there concerns it. */
  readonly station?: string
}

/** What counts the faces of a place. */
export interface FaceCounter {
  readonly key: Buffer
  readonly free: number
  readonly capSeconds: number
}

/** The counter of a place. Throws 'login.slow_down' with the seconds to wait while it waits. */
export async function checkFaceWait(tx: Tx, { address, device, station }: FacePlace): Promise<FaceCounter> {
  const place = station === undefined ? await findPlace(tx, address, device) : ['station', station]
  const key = createHash('sha256')
    .update(JSON.stringify(['face', ...place]))
    .digest()
  const [found] = await tx
    .select({
      wait: sql<number>`coalesce(extract(epoch from ${loginAttempt.blockedUntil} - clock_timestamp()), 0)::float8`,
    })
    .from(loginAttempt)
    .where(eq(loginAttempt.key, key))
  refuseWhile(found?.wait ?? 0)
  return { key, ...(station === undefined ? ELSEWHERE : STATION) }
}

async function findPlace(tx: Tx, address: string, device: FacePlace['device']): Promise<string[]> {
  const deviceHash = device ? hashToken(device) : undefined
  // Only a device that somebody has signed in on: others could be made up by the thousand.
  const known = deviceHash
    ? await tx
        .select({ userId: loginDevice.userId })
        .from(loginDevice)
        .where(eq(loginDevice.deviceHash, deviceHash))
        .limit(1)
    : []
  return deviceHash && known.length > 0 ? ['device', deviceHash.toString('hex')] : ['address', addressKey(address)]
}

/** Counts a picture before anybody is looked for: a hundred at once count a hundred times. Throws 'login.slow_down'. */
export async function countFace(tx: Tx, { key, free, capSeconds }: FaceCounter): Promise<void> {
  const { rows } = await tx.execute(
    sql`select wait_seconds from portal_count_attempt(array[${key}]::bytea[], array[${free}]::integer[], array[${capSeconds}]::integer[])`,
  )
  refuseWhile(z.parse(waiting, rows[0]).wait_seconds)
}

/** Takes one picture off the count again: its person was let in. */
export async function uncountFace(tx: Tx, { key }: FaceCounter): Promise<void> {
  await tx
    .update(loginAttempt)
    .set({ failures: sql`greatest(0, ${loginAttempt.failures} - 1)`, blockedUntil: null })
    .where(eq(loginAttempt.key, key))
}

function refuseWhile(seconds: number): void {
  const retryAfter = Math.ceil(seconds)
  if (retryAfter > 0) throw new PortalError('login.slow_down', { retryAfter })
}
