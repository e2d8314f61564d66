import { eq, sql } from 'drizzle-orm'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { faceSettings } from '../../db/tables.generated.ts'
import type { Origin } from '../auth/sign-in-events.ts'
import { recordFaceUse } from './face-audit.ts'

/** By default faces are not used at all. */
const DEFAULTS: FaceSettings = {
  signIn: false,
  clockIn: false,
  needsPin: false,
  needsKnownDevice: false,
  headTurn: true,
  retentionDays: 400,
}

export async function readFaceSettings(tx: Tx): Promise<FaceSettings> {
  const [found] = await tx
    .select()
    .from(faceSettings)
    .where(eq(faceSettings.unitId, sql`portal_unit_id()`))
  return found ?? DEFAULTS
}

export async function saveFaceSettings(tx: Tx, session: Session, given: FaceSettings, origin: Origin): Promise<void> {
  const { unitId, userId: actorId } = session
  const set = { ...given, changedAt: sql`now()` }
  await tx
    .insert(faceSettings)
    .values({ unitId, ...given })
    .onConflictDoUpdate({ target: faceSettings.unitId, set })
  await recordFaceUse(tx, { unitId, kind: 'settings-changed', userId: null, actorId, address: origin.address })
}
