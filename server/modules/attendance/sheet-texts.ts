import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { EventSource } from '../../../contract/endpoints/attendance/attendance.ts'
import type { LANGUAGES } from '../../../contract/limits.ts'
import type { DayStatus } from '../../../contract/rules/attendance-rule.ts'

export interface SheetTexts {
  readonly file: string
  readonly summary: string
  readonly days: string
  readonly number: string
  readonly name: string
  readonly group: string
  readonly date: string
  readonly weekday: string
  readonly firstIn: string
  readonly lastOut: string
  readonly status: string
  readonly due: string
  readonly onTime: string
  readonly late: string
  readonly early: string
  readonly missing: string
  readonly absent: string
  readonly lateMinutes: string
  readonly earlyMinutes: string
  readonly events: string
  readonly weekdays: readonly string[]
  readonly statuses: Record<DayStatus, string>
  readonly directions: Record<Direction, string>
  readonly sources: Record<EventSource, string>
}

const chinese: SheetTexts = {
  file: '考勤',
  summary: '汇总',
  days: '明细',
  number: '编号',
  name: '姓名',
  group: '班级或部门',
  date: '日期',
  weekday: '星期',
  firstIn: '签到',
  lastOut: '签退',
  status: '结果',
  due: '应到天数',
  onTime: '正常',
  late: '迟到',
  early: '早退',
  missing: '缺卡',
  absent: '缺勤',
  lateMinutes: '迟到分钟',
  earlyMinutes: '早退分钟',
  events: '打卡记录',
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  statuses: {
    on_time: '正常',
    late: '迟到',
    early: '早退',
    late_early: '迟到并早退',
    missing_in: '缺签到',
    missing_out: '缺签退',
    absent: '缺勤',
    off: '休息',
    pending: '未结束',
  },
  directions: { in: '进', out: '出' },
  sources: { face: '刷脸', card: '刷卡', code: '个人码', correction: '补卡' },
}

const english: SheetTexts = {
  file: 'Attendance',
  summary: 'Summary',
  days: 'Days',
  number: 'Number',
  name: 'Name',
  group: 'Class or department',
  date: 'Date',
  weekday: 'Weekday',
  firstIn: 'In',
  lastOut: 'Out',
  status: 'Result',
  due: 'Days due',
  onTime: 'On time',
  late: 'Late',
  early: 'Early',
  missing: 'Missing in or out',
  absent: 'Absent',
  lateMinutes: 'Minutes late',
  earlyMinutes: 'Minutes early',
  events: 'Records',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  statuses: {
    on_time: 'On time',
    late: 'Late',
    early: 'Early',
    late_early: 'Late and early',
    missing_in: 'No clock-in',
    missing_out: 'No clock-out',
    absent: 'Absent',
    off: 'Off',
    pending: 'Not over yet',
  },
  directions: { in: 'in', out: 'out' },
  sources: { face: 'face', card: 'card', code: 'code', correction: 'correction' },
}

export const sheetTexts: Record<(typeof LANGUAGES)[number], SheetTexts> = { 'zh-CN': chinese, en: english }
