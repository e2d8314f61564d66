import * as calls from '../../../../contract/endpoints/licence.ts'
import { call } from '../../core/api/call.ts'

const known = new Map<string, Promise<boolean>>()

/**
 * Whether a unit's licence for a service is valid; asked once a session. Without an answer the module opens: the server refuses unlicensed use
 * itself, and a lost connection must not lock a school out.
 */
export function checkLicence(unitId: string, serverId: string): Promise<boolean> {
  const key = `${unitId} ${serverId}`
  let answer = known.get(key)
  if (!answer) {
    answer = call(calls.unit, { unitId, serverId }).catch(() => {
      known.delete(key)
      return true
    })
    known.set(key, answer)
  }
  return answer
}
