import type { AttendanceTotals } from '../../contract/endpoints/attendance/attendance.ts'
import type { BarFill } from '../../src/app/ui/chart/chart-data.ts'
import type { DayLook } from './day-look.ts'
import type { TextKey } from './portal-context.ts'

export type Counts = Pick<AttendanceTotals, 'onTime' | 'late' | 'early' | 'missing' | 'absent' | 'excused'>

/** What days are counted by: how such a day looks, the words, and the filling of its bars. */
export const COUNTS: readonly { name: keyof Counts; look: DayLook; text: TextKey; fill: BarFill }[] = [
  { name: 'onTime', look: 'on_time', text: 'look.on_time', fill: 'plain' },
  { name: 'late', look: 'late', text: 'look.late', fill: 'plain' },
  { name: 'early', look: 'early', text: 'look.early', fill: 'stripes' },
  { name: 'missing', look: 'missing_in', text: 'total.missing', fill: 'dots' },
  { name: 'absent', look: 'absent', text: 'look.absent', fill: 'plain' },
  { name: 'excused', look: 'excused', text: 'look.excused', fill: 'stripes' },
]
