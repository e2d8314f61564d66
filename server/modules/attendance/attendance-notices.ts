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

/** Notifies a pupil's guardians of lateness, once a day. */
export async function tellLateness(tx: Tx, unit: HostUnit, coming: LateComing): Promise<void> {
  const { pupil, date, at, timeZone, minutes } = coming
  const first = await tx
    .insert(attendanceNotice)
    .values({ unitId: unit.unitId, studentId: pupil.id, date })
    .onConflictDoNothing()
    .returning({ date: attendanceNotice.date })
  if (first.length === 0) return
  const { realName, englishName } = pupil
  const time = clockOf(at, timeZone)
  const late = minutes === 1 ? '1 minute' : `${minutes} minutes`
  await tellGuardians(tx, unit, pupil.id, date, 4, {
    'zh-CN': `${realName} ${chineseDay(date)} ${time} 到校，迟到 ${minutes} 分钟。`,
    en: `${englishName || realName} arrived at ${time} on ${englishDay(date)}, ${late} late.`,
  })
}

/** Tells a pupil's guardians of what is to be seen on the pupil's page of a day. */
export async function tellGuardians(
  tx: Tx,
  { unitId, unitType }: HostUnit,
  studentId: string,
  date: string,
  importance: number,
  text: Texts,
): Promise<void> {
  const url = attendancePage(unitType, 3, `/mine/${date.slice(0, 7)}?student=${studentId}&day=${date}`)
  const guardians = await queryRows(tx, told)`
    select a.user_id as "userId", a.language from guardian g join user_account a on a.user_id = g.parent_id
    where g.student_id = ${studentId}::uuid and a.status = 1`
  await tell(tx, unitId, guardians, { text, importance, url, studentId })
}

/** A message in each language. */
type Texts = Readonly<Record<Language, string>>

/** Who gets a message, in which language. */
export const told = z.object({ userId: z.string(), language: z.literal(LANGUAGES) })
type Told = z.infer<typeof told>

/** Those who decide about a person: the class teacher of a pupil, else the holders of the permission by role, else the administrators. Never the author, and no parent about the own child. */
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

/** Tells those who decide about a person that something waits for them; `place` is an address of the application. Never tells `author`. */
export async function tellDeciders(
  tx: Tx,
  { unitId, unitType }: HostUnit,
  author: string,
  person: Attendee,
  place: string,
  text: Texts,
): Promise<void> {
  const url = attendancePage(unitType, 2, place)
  await tell(tx, unitId, await findDeciders(tx, author, person), { text, importance: 3, url, studentId: null })
}

/** Tells those who decide about a person that a clock-in of uncertain time waits. */
export async function tellUncertain(tx: Tx, unit: HostUnit, person: Attendee): Promise<void> {
  const { realName, englishName } = person
  await tellDeciders(tx, unit, person.id, person, '/corrections/uncertain', {
    'zh-CN': `考勤机的时钟不准，有打卡的时间不确定（${realName}），请确定时间。`,
    en: `A station’s clock was wrong, so the time of a clock-in is uncertain (${englishName || realName}). Please set it.`,
  })
}

interface MessageToAll {
  readonly text: Texts
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
    await sendMessage(tx, { ...message, unitId, module: ATTENDANCE, body: text[language], to })
  }
}

/** The application's code. */
const ATTENDANCE = 'attendance'

/** The page of attendance for a user type; `place` is an address of the application, from apps/attendance/app-route.ts. */
export function attendancePage(unitType: Session['unitType'], userType: UserType, place: string): string {
  const root = unitType === '1' ? 'area' : 'pages'
  return `/${root}/${ATTENDANCE}/pc_attendance_${userType === 2 || userType === 4 ? 'tm' : 'spm'}/index.html#${place}`
}

export function chineseDay(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`
}

export function englishDay(date: string): string {
  return new Intl.DateTimeFormat(dateLocale('en'), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
