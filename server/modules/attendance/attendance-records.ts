import * as z from 'zod/mini'
import type { Handler, Session } from '../../http/call.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { STAFF_GROUP } from '../../../contract/endpoints/attendance/attendance.ts'
import { names } from '../../../contract/fields.ts'
import { EXPORT_PEOPLE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { daysOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows, queryValue } from '../../db/query.ts'
import { attendanceAbsence, attendanceCorrection, attendanceUncertain } from '../../db/tables.generated.ts'
import { readFaceSettings } from '../faces/face-settings.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { findAbsences, mayExcuse } from './absences.ts'
import { findAsked, maySee, mayApprove, readRights } from './attendance-access.ts'
import { clockOf, judgeDays, toAnswer, sumDays, sumDay, type JudgedDay } from './attendance-days.ts'
import { className, englishClassName, listGroup, type Attendee } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { findNewest } from './corrections.ts'
import { countWaiting } from './decided-requests.ts'
import type { RuleBook } from './rule-book.ts'

/** A person's month. Throws the codes of `findAsked`. */
export const readMonth: Handler<typeof attendance.mine> = async ({ month, ...whose }, { tx, session, request }) => {
  const now = request.server.now()
  const { person, own } = await findAsked(tx, session, whose)
  const dates = daysOf(month)
  const { book, judged } = await judgeDays(tx, [person], dates, now)
  const days = judged.flatMap((one) => one.days)
  const detailsOf = await readDetails(tx, session, [person], dates)
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
      ...detailsOf(person, judgement.date),
    })),
    totals: sumDays(days.map(({ judgement }) => judgement)),
    mayRequest: own,
    mayExcuse: await mayExcuse(tx, session, person),
    mayCode: own,
  }
}

/** The groups whose records the caller sees, with their rights. */
export const readGroups: Handler<typeof attendance.groups> = async (_, { tx, session, request }) => {
  const rights = await readRights(tx, session)
  const timeZone = await readTimeZone(tx)
  const all = (await listClasses(tx)).map(({ classId, ...group }) => ({ group: classId, classId, ...group }))
  const seen = all.filter(({ classId }) => maySee(rights, classId))
  const people = await queryValue(
    tx,
    z.number(),
  )`select count(*) from user_account where user_type in (2, 4) and status = 1`
  const staff = { group: STAFF_GROUP, classId: null, name: '教职工', englishName: 'Staff', people }
  return {
    today: dayOf(request.server.now(), timeZone),
    timeZone,
    groups: [...(maySee(rights, null) ? [staff] : []), ...seen].map((group) => ({
      ...group,
      mayApprove: mayApprove(rights, group.classId),
    })),
    faceClockIn: (await readFaceSettings(tx)).clockIn && (await readAttendanceSettings(tx)).portalClockIn,
    waiting: await countWaiting(tx, attendanceCorrection, session, rights),
    uncertain: await countWaiting(tx, attendanceUncertain, session, rights),
    absences: await countWaiting(tx, attendanceAbsence, session, rights),
  }
}

const classRow = z.object({ classId: z.string(), ...names, people: z.number() })

/** The unit's classes of today with their sizes, youngest grade first. */
export function listClasses(tx: Tx) {
  return queryRows(tx, classRow)`
    select class_id as "classId", ${className} as name, ${englishClassName} as "englishName",
      (select count(*) from student s where s.class_id = class_group.class_id) as people
    from class_group join grade using (grade_id) where closed_on is null order by grade.position, class_group.position`
}

/** A group's day. Throws 'attendance.group_gone' and 'access.denied'. */
export const readGroupDay: Handler<typeof attendance.day> = async ({ group, date }, { tx, session, request }) => {
  const people = await listSeenGroup(tx, session, group)
  const { book, judged } = await judgeDays(tx, people, [date], request.server.now())
  const detailsOf = await readDetails(tx, session, people, [date])
  return {
    date,
    timeZone: book.timeZone,
    ...namesOf(book, date),
    people: judged.flatMap(({ person, days }) =>
      days.map(({ judgement, events }) => ({ ...toAnswer(judgement), person, events, ...detailsOf(person, date) })),
    ),
  }
}

/** Reads the newest correction and the notice of absence of each person and day. */
async function readDetails(tx: Tx, session: Session, people: readonly Attendee[], dates: readonly string[]) {
  const corrections = await findNewest(tx, session, people, dates)
  const absences = await findAbsences(tx, session, people, dates)
  return ({ id }: Attendee, date: string) => ({
    correction: corrections.get(`${id} ${date}`) ?? null,
    absence: absences.get(`${id} ${date}`) ?? null,
  })
}

/** A group's month: each person's days, and each day's totals. Throws 'attendance.group_gone' and 'access.denied'. */
export const readGroupMonth: Handler<typeof attendance.month> = async ({ group, month }, { tx, session, request }) => {
  const dates = daysOf(month)
  const { book, judged } = await judgeDays(tx, await listSeenGroup(tx, session, group), dates, request.server.now())
  const people = judged.map(({ person, days }) => ({ person, days: days.map(({ judgement }) => judgement) }))
  return {
    month,
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
export const readGroupExport: Handler<typeof attendance.exportMonth> = async (
  { group, month, page = 1 },
  { tx, session, request },
) => {
  const people = await listSeenGroup(tx, session, group)
  const shown = people.slice((page - 1) * EXPORT_PEOPLE, page * EXPORT_PEOPLE)
  const dates = daysOf(month)
  const { book, judged } = await judgeDays(tx, shown, dates, request.server.now())
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
        absence: absences.get(`${person.id} ${judgement.date}`) ?? null,
        events: events.map((event) => ({ ...event, time: clock(Date.parse(event.at)) })),
      })),
    })),
  }
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
