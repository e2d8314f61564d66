import type { UserType } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'

/** The application's code. */
export const ATTENDANCE = 'attendance'

/** Where somebody of this type finds attendance; `place` is an address of the application's own, from apps/attendance/place.ts. */
export function attendancePage(unitType: Session['unitType'], userType: UserType, place: string): string {
  const root = unitType === '1' ? 'area' : 'pages'
  return `/${root}/${ATTENDANCE}/pc_attendance_${userType === 2 || userType === 4 ? 'tm' : 'spm'}/index.html#${place}`
}
