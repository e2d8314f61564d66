import { PortalError } from '../../contract/portal-error.ts'
import type { Session } from './call.ts'

/** Identifiers in a call only repeat what the session says. Throws 'access.denied' for anything else. */
export function requireOwn(session: Session, given: { userId?: string; unitId?: string }): void {
  const isOwnUser = given.userId === undefined || given.userId === session.userId
  const isOwnUnit = given.unitId === undefined || given.unitId === session.unitId
  if (!isOwnUser || !isOwnUnit) throw new PortalError('access.denied')
}
