import { asc, count, eq, isNull } from 'drizzle-orm'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { type Absence, STAFF_GROUP } from '../../../contract/endpoints/attendance/attendance.ts'
import { EXPORT_PEOPLE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { daysOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import {
  attendanceAbsence,
  attendanceCorrection,
  attendanceUncertain,
  classGroup,
  grade,
  student,
  userAccount,
} from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { readFaceSettings } from '../faces/face-settings.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { findAbsences, mayExcuse } from './absences.ts'
import { findAsked, maySee, mayApprove, readRights, type AttendanceRights } from './attendance-access.ts'
import { clockOf, judgeDays, toAnswer, sumDays, sumDay, type JudgedDay } from './attendance-days.ts'
import { className, englishClassName, isEmployee, listGroup, type Attendee } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { findNewest } from './corrections.ts'
import { countWaiting } from './decided-requests.ts'
import type { RuleBook } from './rule-book.ts'

/** A person's month. Throws the codes of `findAsked`. */
export async function readMonth(
  tx: Tx,
  session: Session,
  { month, ...whose }: ParsedRequestOf<typeof attendance.mine>,
  now: number,
): Promise<ResponseOf<typeof attendance.mine>> {
  const { person, own } = await findAsked(tx, session, whose)
  const dates = daysOf(month)
  const { book, judged } = await judgeDays(tx, [person], dates, now)
  const days = judged.flatMap((one) => one.days)
  const corrections = await findNewest(tx, session, [person], dates)
  const absences = await findAbsences(tx, session, [person], dates)
  const today = book.dayFor(person, now)
  return {
    person,
    timeZone: book.timeZone,
    today,
    rule: book.ruleFor(person, today.startsWith(month) ? today : (dates.at(-1) ?? '')),
    days: days.map(({ judgement, events }) => ({
      ...toAnswer(judgement),
      ...namesOf(book, judgement.date),
      events,
      correction: corrections.get(`${person.id} ${judgement.date}`) ?? null,
      absence: absences.get(`${person.id} ${judgement.date}`) ?? null,
    })),
    totals: sumDays(days.map(({ judgement }) => judgement)),
    mayRequest: own,
    mayExcuse: await mayExcuse(tx, session, person),
    mayCode: own,
  }
}

/** The groups whose records the caller sees, with their rights. */
export async function readGroups(tx: Tx, session: Session, now: number): Promise<ResponseOf<typeof attendance.groups>> {
  const rights = await readRights(tx, session)
  const timeZone = await readTimeZone(tx)
  const classes = await listClasses(tx)
  const seen = classes.filter(({ classId }) => maySee(rights, classId))
  const staff = maySee(rights, null) ? [await readStaffGroup(tx, rights)] : []
  return {
    today: dayOf(now, timeZone),
    timeZone,
    groups: [
      ...staff,
      ...seen.map(({ classId, ...group }) => ({ group: classId, ...group, mayApprove: mayApprove(rights, classId) })),
    ],
    faceClockIn: (await readFaceSettings(tx)).clockIn && (await readAttendanceSettings(tx)).portalClockIn,
    waiting: await countWaiting(tx, attendanceCorrection, session, rights),
    uncertain: await countWaiting(tx, attendanceUncertain, session, rights),
    absences: await countWaiting(tx, attendanceAbsence, session, rights),
  }
}

/** The unit's classes of today with their sizes, youngest grade first. */
export function listClasses(tx: Tx) {
  return tx
    .select({
      classId: classGroup.classId,
      name: className,
      englishName: englishClassName,
      people: count(student.studentId),
    })
    .from(classGroup)
    .innerJoin(grade, eq(grade.gradeId, classGroup.gradeId))
    .leftJoin(student, eq(student.classId, classGroup.classId))
    .where(isNull(classGroup.closedOn))
    .groupBy(classGroup.classId, grade.gradeId)
    .orderBy(asc(grade.position), asc(classGroup.position))
}

async function readStaffGroup(tx: Tx, rights: AttendanceRights) {
  const people = await tx.$count(userAccount, isEmployee)
  return { group: STAFF_GROUP, name: '教职工', englishName: 'Staff', people, mayApprove: mayApprove(rights, null) }
}

/** A group's day. Throws 'attendance.group_gone' and 'access.denied'. */
export async function readGroupDay(
  tx: Tx,
  session: Session,
  { group, date }: ParsedRequestOf<typeof attendance.day>,
  now: number,
): Promise<ResponseOf<typeof attendance.day>> {
  const people = await listSeenGroup(tx, session, group)
  const { book, judged } = await judgeDays(tx, people, [date], now)
  const corrections = await findNewest(tx, session, people, [date])
  const absences = await findAbsences(tx, session, people, [date])
  return {
    date,
    timeZone: book.timeZone,
    ...namesOf(book, date),
    people: judged.flatMap(({ person, days }) =>
      days.map(({ judgement, events }) => ({
        ...toAnswer(judgement),
        person,
        events,
        correction: corrections.get(`${person.id} ${date}`) ?? null,
        absence: absences.get(`${person.id} ${date}`) ?? null,
      })),
    ),
  }
}

/** A group's month: each person's days, and each day's totals. Throws 'attendance.group_gone' and 'access.denied'. */
export async function readGroupMonth(
  tx: Tx,
  session: Session,
  given: ParsedRequestOf<typeof attendance.month>,
  now: number,
): Promise<ResponseOf<typeof attendance.month>> {
  const dates = daysOf(given.month)
  const { book, judged } = await judgeDays(tx, await listSeenGroup(tx, session, given.group), dates, now)
  const people = judged.map(({ person, days }) => ({ person, days: days.map(({ judgement }) => judgement) }))
  return {
    month: given.month,
    timeZone: book.timeZone,
    people: people.map(({ person, days }) => ({ person, days: days.map(toAnswer), totals: sumDays(days) })),
    days: dates.map((date, at) => ({
      date,
      ...namesOf(book, date),
      ...sumDay(people.flatMap(({ days }) => days[at] ?? [])),
    })),
    totals: sumDays(people.flatMap(({ days }) => days)),
  }
}

/** A page of a group's month for its sheet. Throws the codes of `readGroupMonth`. */
export async function readGroupExport(
  tx: Tx,
  session: Session,
  { group, month: wanted, page = 1 }: ParsedRequestOf<typeof attendance.exportMonth>,
  now: number,
): Promise<ResponseOf<typeof attendance.exportMonth>> {
  const people = await listSeenGroup(tx, session, group)
  const shown = people.slice((page - 1) * EXPORT_PEOPLE, page * EXPORT_PEOPLE)
  const dates = daysOf(wanted)
  const { book, judged } = await judgeDays(tx, shown, dates, now)
  const absences = await findAbsences(tx, session, shown, dates)
  const clock = (at: number) => clockOf(at, book.timeZone)
  return {
    total: people.length,
    people: judged.map(({ person, days }) => ({
      person,
      totals: sumDays(days.map(({ judgement }) => judgement)),
      days: days.filter(isWorthARow).map(({ judgement, events }) => ({
        ...judgement,
        firstIn: judgement.firstIn === null ? null : clock(judgement.firstIn),
        lastOut: judgement.lastOut === null ? null : clock(judgement.lastOut),
        absence: toSheet(absences.get(`${person.id} ${judgement.date}`)),
        events: events.map((event) => ({ ...event, time: clock(Date.parse(event.at)) })),
      })),
    })),
  }
}

function toSheet(notice: Absence | undefined) {
  if (!notice) return null
  const { kind, state, from, until } = notice
  return { kind, state, from, until }
}

function isWorthARow({ judgement, events }: JudgedDay): boolean {
  return (judgement.due && judgement.status !== null) || events.length > 0
}

/** The calendar's names of a day. */
function namesOf(book: RuleBook, date: string): { holiday: string; englishHoliday: string } {
  const marked = book.marked(date)
  return { holiday: marked?.name ?? '', englishHoliday: marked?.englishName ?? '' }
}

/** Existing groups out of sight give the same error as missing ones. */
async function listSeenGroup(tx: Tx, session: Session, group: string): Promise<Attendee[]> {
  const rights = await readRights(tx, session)
  if (!maySee(rights, group === STAFF_GROUP ? null : group)) throw new PortalError('access.denied')
  return listGroup(tx, group)
}
