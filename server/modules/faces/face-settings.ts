import { eq, sql } from 'drizzle-orm'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import type { FaceSettings } from '../../../contract/endpoints/faces/face-admin.ts'
import type { Tx } from '../../db/database.ts'
import { faceSettings } from '../../db/tables.generated.ts'
import { difference } from '../../http/admin-events.ts'
import type { Handler } from '../../http/call.ts'
import { beginSettings, withVersion } from '../../http/record-version.ts'
import { recordCallersUse } from './face-audit.ts'

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

const readVersioned = async (tx: Tx) => withVersion(await readFaceSettings(tx))

export const readSettings: Handler<typeof faceAdmin.settings> = (_, { tx }) => readVersioned(tx)

/** Returns the settings. Throws what the endpoint says. */
export const saveSettings: Handler<typeof faceAdmin.saveSettings> = async ({ version, ...given }, call) => {
  const { tx, session } = call
  const current = await beginSettings(tx, faceAdmin.saveSettings, version, () => readVersioned(tx))
  const { version: _, ...before } = current
  call.requireFresh(weakensSignIn(before, given))
  await tx
    .insert(faceSettings)
    .values({ unitId: session.unitId, ...given })
    .onConflictDoUpdate({ target: faceSettings.unitId, set: { ...given, changedAt: sql`now()` } })
  await recordCallersUse(tx, call, { kind: 'settings-changed', userId: null })
  await call.record(tx, { changes: difference(before, given) })
  return readVersioned(tx)
}

/** Whether faces sign in where they did not, or with less proof than before. */
function weakensSignIn(before: FaceSettings, after: FaceSettings): boolean {
  const drops = (what: 'needsPin' | 'needsKnownDevice' | 'headTurn') => before[what] && !after[what]
  return (!before.signIn && after.signIn) || drops('needsPin') || drops('needsKnownDevice') || drops('headTurn')
}
