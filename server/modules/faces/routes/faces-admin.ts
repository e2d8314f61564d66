import type { FastifyInstance } from 'fastify'
import * as faceAdmin from '../../../../contract/endpoints/faces/face-admin.ts'
import type { FaceSettings } from '../../../../contract/endpoints/faces/face-admin.ts'
import { difference } from '../../../http/admin-events.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { readAudit, toCsv, recordCallersUse } from '../face-audit.ts'
import { recordConsent } from '../face-consents.ts'
import { listFaceCandidates, listFacePeople } from '../face-people.ts'
import { beginSettings, withVersion } from '../../../http/record-version.ts'
import type { Tx } from '../../../db/database.ts'
import { readFaceSettings, saveFaceSettings } from '../face-settings.ts'

export function registerFaceAdmin(app: FastifyInstance): void {
  const read = async (tx: Tx) => withVersion(await readFaceSettings(tx))
  route(app, faceAdmin.settings, (_, { tx }) => read(tx))
  route(app, faceAdmin.saveSettings, async ({ version, ...given }, call) => {
    const { tx } = call
    const { version: _, ...before } = await beginSettings(tx, faceAdmin.saveSettings, version, () => read(tx))
    call.requireFresh(weakensSignIn(before, given))
    await saveFaceSettings(tx, call, given)
    await call.record(tx, { changes: difference(before, given) })
    return read(tx)
  })
  route(app, faceAdmin.recordConsent, recordConsent)
  route(app, faceAdmin.people, (input, { tx }) => listFacePeople(tx, input))
  route(app, faceAdmin.candidates, (input, { tx }) => listFaceCandidates(tx, input))

  streamRoute(app, faceAdmin.audit, async (call) => {
    const { format = 'csv', ...days } = call.parse({})
    const lines = await call.inUnit(async (tx) => {
      const found = await readAudit(tx, days, app.now())
      await recordCallersUse(tx, call, { userId: null, kind: 'exported', detail: format })
      return found
    }, 'export')
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8'
    return call.reply
      .headers({
        'content-disposition': `attachment; filename="face-audit.${format}"`,
        'x-content-type-options': 'nosniff',
      })
      .type(type)
      .send(format === 'csv' ? toCsv(lines) : JSON.stringify(lines, null, 2))
  })
}

/** Whether faces sign in where they did not, or with less proof than before. */
function weakensSignIn(before: FaceSettings, after: FaceSettings): boolean {
  const drops = (what: 'needsPin' | 'needsKnownDevice' | 'headTurn') => before[what] && !after[what]
  return (!before.signIn && after.signIn) || drops('needsPin') || drops('needsKnownDevice') || drops('headTurn')
}
