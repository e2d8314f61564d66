import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { loginAttempt } from '../../db/schema/identity.ts'

/**
 * Digits that nobody has, for a station. Readers misread cards now and then; whoever tries codes by hand waits soon. A wait takes no capture: whatever was
 * captured meanwhile is delivered after it.
 */
const FREE = 20
const CAP_SECONDS = 30

/** Throws 'login.slow_down' with the seconds to wait while a station waits. */
export async function checkCodeWait(tx: Tx, stationId: string): Promise<void> {
  const [found] = await tx
    .select({
      wait: sql<number>`coalesce(extract(epoch from ${loginAttempt.blockedUntil} - clock_timestamp()), 0)::float8`,
    })
    .from(loginAttempt)
    .where(eq(loginAttempt.key, keyOf(stationId)))
  const retryAfter = Math.ceil(found?.wait ?? 0)
  if (retryAfter > 0) throw new PortalError('login.slow_down', { retryAfter })
}

/** Counts digits that nobody has. The transaction must be one that commits. */
export async function countUnknownCode(tx: Tx, stationId: string): Promise<void> {
  const key = keyOf(stationId)
  await tx.execute(
    sql`select from portal_count_attempt(array[${key}]::bytea[], array[${FREE}]::integer[], array[${CAP_SECONDS}]::integer[])`,
  )
}

function keyOf(stationId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['attendance code', stationId]))
    .digest()
}
