import * as calls from '../../../../contract/endpoints/resources.ts'
import { call } from '../api/call.ts'
import { permissionCodes } from './permissions.ts'

const NONE: ReadonlySet<string> = new Set()
const known = new Map<string, Promise<ReadonlySet<string>>>()

/** The user's permission codes in an application, loaded once a page. After a failure there are none, and the next call tries again. */
export function loadPermissions(appCode: string): Promise<ReadonlySet<string>> {
  let answer = known.get(appCode)
  if (!answer) {
    answer = call(calls.codeTree, { code: appCode }).then(permissionCodes, () => {
      known.delete(appCode)
      return NONE
    })
    known.set(appCode, answer)
  }
  return answer
}
