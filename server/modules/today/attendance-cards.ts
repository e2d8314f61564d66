import { and, eq, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { STAFF_GROUP } from '../../../contract/endpoints/attendance/attendance.ts'
import {
  type AttendanceCard,
  type ChildCard,
  TODAY_CLASSES,
  type TodayCard,
} from '../../../contract/endpoints/desktop/today.ts'
import type { Call, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { todo } from '../../db/tables.generated.ts'
import { readChildren } from '../accounts/family.ts'
import { findNextAbsences, listAbsences, takesNotices } from '../attendance/absences.ts'
import { readRights } from '../attendance/attendance-access.ts'
import { type JudgedDay, judgeDays, toAnswer } from '../attendance/attendance-days.ts'
import { type Attendee, findByAccount, findEmployees, findPupils } from '../attendance/attendance-people.ts'
import { listClasses } from '../attendance/attendance-records.ts'
import { listCorrections } from '../attendance/corrections.ts'
import { findWaitingUncertain } from '../attendance/uncertain-times.ts'

/** The day that it is for the unit, and now. */
export interface Today {
  readonly date: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** People whose days are evaluated between two waits for the database, so that others are answered meanwhile. */
const AT_ONCE = 400
/** Clock events on the line of a day. */
const LINE_EVENTS = 12
/** Milliseconds for which the numbers of a whole unit are told again. */
const UNIT_COUNTS_FOR = 20_000

type Counts = Pick<AttendanceCard, 'due' | 'present' | 'late' | 'absent' | 'excused'>

export type UnitCounts = ReturnType<typeof createUnitCounts>

/** Counts the pupils or the staff of a unit, at most once in 20 seconds in this process. `key` is of unit, day and people. */
export function createUnitCounts() {
  const known = new LRUCache<string, { readonly at: number; readonly counts: Counts }>({ max: 200 })
  return async (key: string, { now }: Today, count: () => Promise<Counts>): Promise<Counts> => {
    const before = known.get(key)
    if (before && Math.abs(now - before.at) < UNIT_COUNTS_FOR) return before.counts
    const counts = await count()
    known.set(key, { at: now, counts })
    return counts
  }
}

/** For who sees all records the pupils and the staff; for the class teacher of classes these. */
export async function readGroupCards(
  tx: Tx,
  session: Session,
  today: Today,
  unitCounts: UnitCounts,
): Promise<AttendanceCard[]> {
  const rights = await readRights(tx, session)
  const cards: AttendanceCard[] = []
  if (rights.viewAll) {
    const unitWide = (people: string, find: () => Promise<Attendee[]>) =>
      unitCounts(`${session.unitId} ${today.date} ${people}`, today, async () => countPeople(tx, await find(), today))
    const pupils = await unitWide('pupils', () => findPupils(tx, sql`closed_on is null`))
    const staff = await unitWide('staff', () => findEmployees(tx))
    cards.push({ kind: 'attendance', group: null, name: '', englishName: '', ...pupils })
    cards.push({ kind: 'attendance', group: STAFF_GROUP, name: '', englishName: '', ...staff })
  } else {
    const classes = (await listClasses(tx)).filter(({ classId }) => rights.seesOf.includes(classId))
    for (const { classId, name, englishName } of classes.slice(0, TODAY_CLASSES)) {
      const counts = await countPeople(tx, await findPupils(tx, sql`class_id = ${classId}::uuid`), today)
      cards.push({ kind: 'attendance', group: classId, name, englishName, ...counts })
    }
  }
  return cards.filter(isDue)
}

/** A group without required attendance today has nothing to tell. */
const isDue = ({ due }: AttendanceCard): boolean => due > 0

async function countPeople(tx: Tx, people: readonly Attendee[], today: Today): Promise<Counts> {
  const sum = { due: 0, present: 0, late: 0, absent: 0, excused: 0 }
  for (let from = 0; from < people.length; from += AT_ONCE) {
    for (const { judgement: day } of await judgeToday(tx, people.slice(from, from + AT_ONCE), today)) {
      if (!day.due) continue
      sum.due += 1
      if (day.firstIn !== null || day.lastOut !== null) sum.present += 1
      if (day.lateMinutes > 0) sum.late += 1
      if (day.overdue || day.status === 'absent') sum.absent += 1
      if (day.status === 'excused') sum.excused += 1
    }
  }
  return sum
}

type TodayOfPerson = JudgedDay & Pick<ChildCard, 'hours'>

/** In the order of the people. */
async function judgeToday(tx: Tx, people: readonly Attendee[], { date, now }: Today): Promise<TodayOfPerson[]> {
  if (people.length === 0) return []
  const { book, judged } = await judgeDays(tx, people, [date], now)
  return judged.flatMap(({ person, days }) => {
    const rule = book.ruleFor(person, date)
    const hours = rule && { inBy: rule.inBy, outFrom: rule.outFrom }
    return days.map((day) => ({ ...day, hours }))
  })
}

/** The line of a person's day, for a card. */
function toLine({ hours, events }: TodayOfPerson): Pick<ChildCard, 'hours' | 'events'> {
  return { hours, events: events.slice(-LINE_EVENTS).map(({ at, direction }) => ({ at, direction })) }
}

/** Requests that the caller may decide, or none. */
export async function readCorrectionCards(call: Call): Promise<TodayCard[]> {
  const { total, corrections } = await listCorrections({ state: 'open', toDecide: true }, call)
  const next = corrections.at(-1)
  return next ? [{ kind: 'corrections', waiting: total, next }] : []
}

/** Clock-ins of uncertain time that the caller may decide about, or none. */
export async function readUncertainCards({ tx, session }: Call): Promise<TodayCard[]> {
  const found = await findWaitingUncertain(tx, session)
  return found ? [{ kind: 'uncertain', ...found }] : []
}

/** Notices of absence that the caller may decide, or none. */
export async function readAbsenceCards(call: Call): Promise<TodayCard[]> {
  const { total, absences } = await listAbsences({ state: 'open', toDecide: true }, call)
  const [next] = absences
  return next ? [{ kind: 'absences', waiting: total, next }] : []
}

/** A parent's children, the youngest grade first. */
export async function readChildCards(tx: Tx, session: Session, today: Today): Promise<ChildCard[]> {
  const children = await readChildren(tx, session)
  if (children.length === 0) return []
  const ids = children.map(({ id }) => id)
  const attendees = await findPupils(tx, sql`student_id = any (${sql.param(ids)}::uuid[])`)
  const days = await judgeToday(tx, attendees, today)
  const byId = new Map(attendees.map(({ id }, at) => [id, days[at]]))
  const notices = await findNextAbsences(tx, session, attendees, today.date)
  const mayExcuse = await takesNotices(tx)
  const open = await tx
    .select({ studentId: todo.studentId })
    .from(todo)
    .where(and(eq(todo.userId, session.userId), isNull(todo.closedAt)))
  return children.flatMap(({ id, realName, englishName = '' }) => {
    const day = byId.get(id)
    if (!day) return []
    const { due, status, firstIn, lastOut, overdue } = toAnswer(day.judgement)
    return [
      {
        kind: 'child',
        studentId: id,
        realName,
        englishName,
        due,
        status,
        firstIn,
        lastOut,
        overdue,
        ...toLine(day),
        absence: notices.get(id) ?? null,
        mayExcuse,
        todos: open.filter(({ studentId }) => studentId === null || studentId === id).length,
      },
    ]
  })
}

/** The caller's own day; none for those who do not clock in, and on days without attendance. */
export async function readOwnCards(tx: Tx, session: Session, today: Today): Promise<TodayCard[]> {
  const own = await findByAccount(tx, session.userId)
  const [day] = own ? await judgeToday(tx, [own], today) : []
  if (!day?.judgement.due) return []
  const { due, firstIn, lastOut, lateMinutes, overdue } = toAnswer(day.judgement)
  return [{ kind: 'own', due, firstIn, lastOut, lateMinutes, overdue, ...toLine(day) }]
}
