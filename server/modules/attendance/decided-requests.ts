import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { AccountName } from '../../../contract/fields.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { type Tx, lockUntilEnd } from '../../db/database.ts'
import { asId, isoText } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import { classesOf } from '../auth/class-scope.ts'
import { isOwnChild, type AttendanceRights } from './attendance-access.ts'
import { accountNameOf, type Attendee, isNotOfLeaver, rowPersonJson } from './attendance-people.ts'

/** What somebody with the right decides about a person: a correction, a notice of absence, a clock-in of uncertain time. */
interface DecidedTable extends PgTable {
  /** 'open' until it is decided. */
  readonly state: AnyPgColumn
  readonly studentId: AnyPgColumn<{ data: string }>
  /** The member of staff that it is about. */
  readonly userId?: AnyPgColumn<{ data: string }>
  readonly requestedBy?: AnyPgColumn<{ data: string }>
  readonly decidedBy: AnyPgColumn<{ data: string }>
  readonly decidedAt: AnyPgColumn<{ data: Date }>
}

/** One that somebody asked for. */
interface RequestTable extends DecidedTable {
  readonly requestedBy: AnyPgColumn<{ data: string }>
  readonly requestedAt: AnyPgColumn<{ data: Date; notNull: true }>
}

/** The rows of a condition, all of them without a page. */
export interface RequestQuery {
  readonly which: SQL | undefined
  readonly order?: readonly (SQL | AnyPgColumn)[]
  readonly page?: Page
}

interface Page {
  readonly limit: number
  readonly offset: number
}

/** A row as it is stored, and what answers have of it. */
interface FoundRequest<Row> extends Pick<Correction, 'requestedBy' | 'requestedAt' | 'decidedBy' | 'decidedAt'> {
  readonly row: Row
  readonly person: Attendee
  /** Whether the caller decides about it: by right, and neither about an own request nor about the own child. */
  readonly decides: boolean
  /** Whether the caller would decide about it, were it not about the own child. */
  readonly ownChild: boolean
}

/** A page of a list, counted from 1. */
export function atPage(page: number): Page {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
}

/** The condition that a column has this id, of which no row has one that is none. */
export const isId = (column: AnyPgColumn, id: string) => sql`${column} = ${asId(id)}`

/** The condition that a pupil is in one of these classes. */
export function isOfClasses(studentId: AnyPgColumn, classIds: readonly string[]): SQL {
  return sql`${studentId} in (select s.student_id from student s where s.class_id = any (${classesOf(classIds)}))`
}

/** The condition that a row is about somebody about whom the caller decides by right. */
export function isInCharge({ studentId }: DecidedTable, { approveAll, approvesOf }: AttendanceRights): SQL {
  return approveAll ? isNotOfLeaver(studentId) : isOfClasses(studentId, approvesOf)
}

/** The condition that the caller decides about a row: by right, and neither about the own request or person nor about the own child. */
export function isDecidable(table: DecidedTable, { userId }: Session, rights: AttendanceRights): SQL | undefined {
  return and(
    isInCharge(table, rights),
    table.requestedBy && sql`${table.requestedBy} is distinct from ${userId}`,
    table.userId && sql`${table.userId} is distinct from ${userId}`,
    sql`not ${isOwnChild(table.studentId, userId)}`,
  )
}

/** The condition that a row waits for the caller's decision. */
export function isWaiting(table: DecidedTable, session: Session, rights: AttendanceRights): SQL | undefined {
  return and(eq(table.state, 'open'), isDecidable(table, session, rights))
}

/** The number of rows that wait for the caller's decision. */
export function countWaiting(tx: Tx, table: DecidedTable, session: Session, rights: AttendanceRights): Promise<number> {
  return tx.$count(table, isWaiting(table, session, rights))
}

/** Columns of a row's person, and of who decided about it and when. */
export function decisionColumns(table: DecidedTable) {
  return {
    person: rowPersonJson(table),
    decidedBy: sql<AccountName | null>`case when ${table.decidedBy} is not null then ${accountNameOf(table.decidedBy)} end`,
    decidedAt: sql<string | null>`${isoText(table.decidedAt)}`,
  }
}

/** Leaves out the rows whose person is gone. */
export function withPerson<Row extends { readonly person: Attendee | null }>(rows: readonly Row[]) {
  return rows.flatMap(({ person, ...row }) => (person ? { ...row, person } : []))
}

/** Reads requests with their people. One whose person is gone is left out. */
export function readRequests<T extends RequestTable>(
  tx: Tx,
  session: Session,
  rights: AttendanceRights,
  table: T,
  query: RequestQuery,
): Promise<FoundRequest<T['$inferSelect']>[]>
export async function readRequests(
  tx: Tx,
  session: Session,
  rights: AttendanceRights,
  table: RequestTable,
  { which, order = [], page = { limit: 10_000, offset: 0 } }: RequestQuery,
): Promise<FoundRequest<unknown>[]> {
  const isOwn = isOwnChild(table.studentId, session.userId)
  const rows = await tx
    .select({
      row: table,
      ...decisionColumns(table),
      requestedBy: accountNameOf(table.requestedBy),
      requestedAt: isoText(table.requestedAt),
      decides: sql<boolean>`coalesce(${isDecidable(table, session, rights)}, false)`,
      ownChild: sql<boolean>`coalesce(${isInCharge(table, rights)} and ${isOwn}, false)`,
    })
    .from(table)
    .where(which)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
  return withPerson(rows)
}

/** Reads a request that stays as it is until the transaction ends: of two changes at once the second finds it changed. Throws `closed` in any other state. */
export async function lockRequest<T extends { readonly state: string }>(
  tx: Tx,
  lock: string,
  read: () => Promise<T>,
  states: readonly T['state'][],
  closed: ErrorCode,
): Promise<T> {
  await lockUntilEnd(tx, lock)
  const found = await read()
  if (!states.includes(found.state)) throw new PortalError(closed)
  return found
}

/** Throws 'attendance.own_child' and 'access.denied'. */
export function requireDecider(found: { readonly ownChild: boolean; readonly mayDecide: boolean }): void {
  if (found.ownChild) throw new PortalError('attendance.own_child')
  if (!found.mayDecide) throw new PortalError('access.denied')
}

/** The columns of a decision that the caller makes now. */
export function decidedNow({ userId }: Session) {
  return { decidedBy: userId, decidedAt: sql`clock_timestamp()` }
}

/** The columns of a decision that was taken back. */
export const UNDECIDED = { state: 'open', decidedBy: null, decidedAt: null } as const
