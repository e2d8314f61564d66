import { eq, sql } from 'drizzle-orm'
import type { DesktopOrder } from '../../../contract/endpoints/desktop-order.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { desktopOrder } from '../../db/schema/desktop.ts'
import { readOwnCodes } from './desktop.ts'
import { announce } from '../live/live.ts'

/** Keeps the order that the person gave their icons, without codes that are none of theirs and without repetitions. */
export async function saveDesktopOrder(tx: Tx, session: Session, order: DesktopOrder): Promise<void> {
  const left = await readOwnCodes(tx, session)
  const groups = order.map(({ code, codes }) => ({ code, codes: codes.filter((one) => left.delete(one)) }))
  const { userId, unitId } = session
  await tx
    .insert(desktopOrder)
    .values({ userId, unitId, groups })
    .onConflictDoUpdate({ target: desktopOrder.userId, set: { groups, savedAt: sql`now()` } })
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}

/** Forgets the person's own order. */
export async function resetDesktopOrder(tx: Tx, { unitId, userId }: Session): Promise<void> {
  await tx.delete(desktopOrder).where(eq(desktopOrder.userId, userId))
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}
