import { and, eq } from 'drizzle-orm'
import { LANGUAGES } from '../../../contract/limits.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import type { HostUnit } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceNotice } from '../../db/schema/attendance.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { guardian } from '../../db/schema/portal.ts'
import { sendMessage } from '../messages/messages.ts'
import { ATTENDANCE, attendancePage } from './attendance-page.ts'
import type { Clocker } from './attendance-people.ts'
import { lateText } from './attendance-words.ts'

/** Whose coming is late, and by how much. */
export interface LateComing {
  readonly pupil: Clocker
  readonly date: string
  readonly at: number
  readonly minutes: number
  readonly timeZone: string
}

/** Tells a pupil's guardians that their child came late, each in their language and once a day. */
export async function tellLateness(tx: Tx, { unitId, unitType }: HostUnit, coming: LateComing): Promise<void> {
  const { pupil, date, at, minutes, timeZone } = coming
  const first = await tx
    .insert(attendanceNotice)
    .values({ unitId, studentId: pupil.id, date })
    .onConflictDoNothing()
    .returning({ date: attendanceNotice.date })
  if (first.length === 0) return
  const guardians = await tx
    .select({ userId: userAccount.userId, language: userAccount.language })
    .from(guardian)
    .innerJoin(userAccount, eq(userAccount.userId, guardian.parentId))
    .where(and(eq(guardian.studentId, pupil.id), eq(userAccount.status, 1)))
  const time = toClock(wallTime(at, timeZone).minutes)
  for (const language of LANGUAGES) {
    const to = guardians.filter((one) => one.language === language)
    await sendMessage(tx, {
      unitId,
      module: ATTENDANCE,
      body: lateText({ ...pupil, date, time, minutes }, language),
      importance: 4,
      url: attendancePage(unitType, 3, `/mine/${date.slice(0, 7)}?student=${pupil.id}&day=${date}`),
      to: to.map(({ userId }) => ({ userId, studentId: pupil.id })),
    })
  }
}

function toClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
