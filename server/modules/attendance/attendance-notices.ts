import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/envelope.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import type { HostUnit, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { attendanceNotice } from '../../db/tables.generated.ts'
import { sendMessage } from '../messages/messages.ts'
import { approvesByRole, headsClass, isAdministrator, isOwnChild } from './attendance-access.ts'
import { clockOf } from './attendance-days.ts'
import type { Attendee } from './attendance-people.ts'

interface LateComing {
  readonly pupil: Attendee
  readonly date: string
  readonly at: number
  readonly minutes: number
  readonly timeZone: string
}

/** Notifies a pupil's guardians of lateness, each in their language and once a day. */
export async function tellLateness(tx: Tx, { unitId, unitType }: HostUnit, coming: LateComing): Promise<void> {
  const { pupil, date } = coming
  const first = await tx
    .insert(attendanceNotice)
    .values({ unitId, studentId: pupil.id, date })
    .onConflictDoNothing()
    .returning({ date: attendanceNotice.date })
  if (first.length === 0) return
  await tell(tx, unitId, await findGuardians(tx, pupil.id), {
    text: (language) => lateText(coming, language),
    importance: 4,
    url: attendancePage(unitType, 3, `/mine/${date.slice(0, 7)}?student=${pupil.id}&day=${date}`),
    studentId: pupil.id,
  })
}

const told = z.object({ userId: z.string(), language: z.literal(LANGUAGES) })
type Told = z.infer<typeof told>

/** Those who decide about a person: the head teacher of a pupil, else the holders of the permission by role, else the administrators. Never the author, and no parent about the own child. */
async function findDeciders(tx: Tx, author: string, { kind, id, classId }: Attendee): Promise<Told[]> {
  const notConcerned = kind === 'staff' ? sql`a.user_id <> ${id}::uuid` : sql`not ${isOwnChild(id, sql`a.user_id`)}`
  for (const which of [...(classId === null ? [] : [headsClass(classId)]), approvesByRole(classId), isAdministrator]) {
    const deciders = await queryRows(tx, told)`
      select a.user_id as "userId", a.language from user_account a
      where a.status = 1 and a.user_id <> ${author}::uuid and ${notConcerned} and ${which}`
    if (deciders.length > 0) return deciders
  }
  return []
}

/** The accounts of a pupil's guardians that are open. */
export function findGuardians(tx: Tx, studentId: string): Promise<Told[]> {
  return queryRows(tx, told)`
    select a.user_id as "userId", a.language from guardian g join user_account a on a.user_id = g.parent_id
    where g.student_id = ${studentId}::uuid and a.status = 1`
}

/** Tells those who decide about a person that something waits for them; `place` is an address of the application. Never tells `author`. */
export async function tellDeciders(
  tx: Tx,
  { unitId, unitType }: HostUnit,
  author: string,
  person: Attendee,
  place: string,
  text: (language: Language) => string,
): Promise<void> {
  const url = attendancePage(unitType, 2, place)
  await tell(tx, unitId, await findDeciders(tx, author, person), { text, importance: 3, url, studentId: null })
}

/** Tells those who decide about a person that a clock-in of uncertain time waits. */
export async function tellUncertain(tx: Tx, unit: HostUnit, person: Attendee): Promise<void> {
  await tellDeciders(tx, unit, person.id, person, '/corrections/uncertain', (language) =>
    language === 'en'
      ? `A station’s clock was wrong, so the time of a clock-in is uncertain (${person.englishName || person.realName}). Please set it.`
      : `考勤机的时钟不准，有打卡的时间不确定（${person.realName}），请确定时间。`,
  )
}

interface MessageToAll {
  readonly text: (language: Language) => string
  readonly importance: number
  readonly url: string
  /** The parents' child that it is about. */
  readonly studentId: string | null
}

/** Sends each person the text in their language. */
export async function tell(
  tx: Tx,
  unitId: string,
  people: readonly Told[],
  { text, studentId, ...message }: MessageToAll,
): Promise<void> {
  for (const language of LANGUAGES) {
    const to = people.filter((one) => one.language === language).map(({ userId }) => ({ userId, studentId }))
    await sendMessage(tx, { ...message, unitId, module: ATTENDANCE, body: text(language), to })
  }
}

/** The application's code. */
const ATTENDANCE = 'attendance'

/** The page of attendance for a user type; `place` is an address of the application, from apps/attendance/app-route.ts. */
export function attendancePage(unitType: Session['unitType'], userType: UserType, place: string): string {
  const root = unitType === '1' ? 'area' : 'pages'
  return `/${root}/${ATTENDANCE}/pc_attendance_${userType === 2 || userType === 4 ? 'tm' : 'spm'}/index.html#${place}`
}

/** The message to guardians about lateness. */
function lateText(
  { pupil: { realName, englishName }, date, at, timeZone, minutes }: LateComing,
  language: Language,
): string {
  const time = clockOf(at, timeZone)
  if (language === 'en') {
    const late = minutes === 1 ? '1 minute' : `${minutes} minutes`
    return `${englishName || realName} came to school at ${time} on ${englishDay(date)}, ${late} late.`
  }
  return `${realName} ${chineseDay(date)} ${time} 到校，迟到 ${minutes} 分钟。`
}

export function chineseDay(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`
}

export function englishDay(date: string): string {
  return new Intl.DateTimeFormat(dateLocale('en'), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
