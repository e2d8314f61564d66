import type { Session } from '../../http/call.ts'

/** What every sign-in answers of its session. */
export function toLoginData({
  unitType,
  unitId,
  userType,
}: Session): Pick<Session, 'unitType' | 'unitId' | 'userType'> {
  return { unitType, unitId, userType }
}
