import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { licence } from '../../db/schema/portal.ts'

/** Whether the transaction's unit may use a service today. A service that it never licensed is not licensed. */
export async function isLicensed(tx: Tx, serverId: string): Promise<boolean> {
  const rows = await tx
    .select({ serverId: licence.serverId })
    .from(licence)
    .where(and(eq(licence.serverId, serverId), sql`${licence.endsAt} > now()`))
  return rows.length > 0
}

/** Whether the transaction's unit runs under another operator's brand. */
export async function hasOtherBrand(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ serverId: licence.serverId }).from(licence).where(eq(licence.oam, true)).limit(1)
  return rows.length > 0
}
