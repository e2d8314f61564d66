import { eq, sql } from 'drizzle-orm'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import type { Tx } from '../../db/database.ts'
import { faceSettings } from '../../db/tables.generated.ts'
import { recordCallersUse, type FaceCall } from './face-audit.ts'

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

export async function saveFaceSettings(tx: Tx, call: FaceCall, given: FaceSettings): Promise<void> {
  await tx
    .insert(faceSettings)
    .values({ unitId: call.session.unitId, ...given })
    .onConflictDoUpdate({ target: faceSettings.unitId, set: { ...given, changedAt: sql`now()` } })
  await recordCallersUse(tx, call, { kind: 'settings-changed', userId: null })
}
