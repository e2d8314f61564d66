import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'

/**
 * Leaves a line in the log about what an administrator has changed: who, by which call, and `what`, which never holds a secret. To be called once the change
 * is committed. `about` is what the line is found by.
 */
export function noteChange(
  { session, request }: StreamCall,
  row: AnyEndpoint,
  what: object,
  about: 'sign-in settings' | 'storage quotas' | 'stations' = 'sign-in settings',
): void {
  const { userId: actor, unitId } = session
  request.log.info({ actor, unitId, action: row.name, address: request.ip, ...what }, about)
}
