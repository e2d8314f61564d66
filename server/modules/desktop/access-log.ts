import { eq, lt, sql } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { accessLog } from '../../db/schema/desktop.ts'
import { application } from '../../db/schema/portal.ts'

/** A term, so that a school sees what was used in it; who opened what is not kept for longer. */
const KEPT = sql`now() - interval '180 days'`

/** Notes that the person opened an application of their unit, under the name that the unit gave it. Throws 'request.invalid' for one it does not have. */
export async function noteAccess(tx: Tx, session: Session, code: string, type: number): Promise<void> {
  const [found] = await tx.select({ name: application.name }).from(application).where(eq(application.code, code))
  if (!found) throw new PortalError('request.invalid')
  const { unitId, userId, userType } = session
  await tx.insert(accessLog).values({ unitId, userId, userType, resId: code, resName: found.name, type })
}

/** Deletes what was noted more than 180 days ago, in every unit. Needs the owner's transaction. */
export async function collectAccess(tx: Tx): Promise<void> {
  await tx.delete(accessLog).where(lt(accessLog.at, KEPT))
}
