import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { DEMO_TIME_ZONE } from './units.ts'

/** A request as the demo has it, about a day so many school days ago. */
interface DemoRequest {
  /** The pupil by the number of theirs, or the employee by login name. */
  readonly of: string
  /** The login name of whoever asked. */
  readonly by: string
  readonly daysAgo: number
  readonly direction: 'in' | 'out'
  readonly time: string
  readonly reason: string
  readonly state: 'open' | 'approved' | 'refused'
  readonly note?: string
}

const requests: readonly DemoRequest[] = [
  {
    of: '20260101',
    by: 'parent',
    daysAgo: 1,
    direction: 'out',
    time: '16:35',
    reason: '放学时忘记刷卡了，是我从南门接走的。',
    state: 'open',
  },
  {
    of: '20260109',
    by: 'p20260109',
    daysAgo: 2,
    direction: 'in',
    time: '07:50',
    reason: '早上值日，直接进了教室。',
    state: 'open',
  },
  {
    of: '20260104',
    by: 'p20260104',
    daysAgo: 3,
    direction: 'in',
    time: '07:45',
    reason: '学生卡丢了，当天没有打卡。',
    state: 'approved',
    note: '已核实，请尽快补办学生卡。',
  },
  {
    of: 'teacher',
    by: 'teacher',
    daysAgo: 1,
    direction: 'out',
    time: '17:40',
    reason: '外出参加教研活动，没有回校打卡。',
    state: 'open',
  },
  {
    of: 'staff',
    by: 'staff',
    daysAgo: 4,
    direction: 'in',
    time: '07:30',
    reason: '到河西校区送材料。',
    state: 'refused',
    note: '当天的送件单上是下午。',
  },
]

/** Writes some requests for corrections, decided by the administrator, and what those that were approved have added. */
export async function writeCorrections(tx: Tx, unitId: string, days: readonly string[], now: Date): Promise<void> {
  for (const { of, by, daysAgo, direction, time, reason, state, note = '' } of requests) {
    const date = days.at(-1 - daysAgo)
    if (date === undefined) continue
    const decidedAt = state === 'open' ? null : now.toISOString()
    await tx.execute(sql`
      with whose as (
        select student_id, null::uuid as user_id from student where unit_id = ${unitId} and student_number = ${of}
        union all
        select null, user_id from user_account where unit_id = ${unitId} and login_name = ${of} and user_type in (2, 4)),
      asked as (
        insert into attendance_correction (unit_id, student_id, user_id, date, direction, time, at, reason, state, requested_by, requested_at, decided_by, decided_at, note)
        select ${unitId}, w.student_id, w.user_id, ${date}::date, ${direction}, ${time}, (${`${date} ${time}`}::timestamp) at time zone ${DEMO_TIME_ZONE}, ${reason},
          ${state}, a.user_id, greatest(${now.toISOString()}::timestamptz - interval '20 hours',
            (${`${date} ${time}`}::timestamp) at time zone ${DEMO_TIME_ZONE} + interval '1 hour'),
          case when ${decidedAt}::timestamptz is not null then (select user_id from user_account where unit_id = ${unitId} and login_name = 'admin') end,
          ${decidedAt}::timestamptz, ${note}
        from whose w join user_account a on a.unit_id = ${unitId} and a.login_name = ${by}
        returning *)
      insert into attendance_event (unit_id, student_id, user_id, at, direction, source, correction_id)
      select unit_id, student_id, user_id, at, direction, 'correction', correction_id from asked where state = 'approved'`)
  }
}
