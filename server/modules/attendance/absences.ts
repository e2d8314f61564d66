import { and, asc, desc, eq, gte, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { absences } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Handler, Session } from '../../http/call.ts'
import { versionOf } from '../../http/record-version.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceAbsence } from '../../db/tables.generated.ts'
import { isLicensed } from '../units/licensed.ts'
import {
  type AttendanceRights,
  findChildren,
  hasOwnChild,
  isGuardian,
  isOwnPupil,
  mayApprove,
  maySee,
  readRights,
} from './attendance-access.ts'
import type { Attendee } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'
import { atPage, isDecidable, isId, isOfClasses, readRequests, type RequestQuery } from './decided-requests.ts'

const PUPIL = 1

/** Of several notices of a pupil and day, the one that counts comes last: accepted ones after open ones after declined ones. */
const lastCounts = [
  sql`array_position(array['declined', 'open', 'accepted'], ${attendanceAbsence.state})`,
  attendanceAbsence.requestedAt,
]

/** Notices of the caller's children and of pupils whom the caller sees: those that wait by their first day, else the newest first. */
export const listAbsences: Handler<typeof absences> = async (
  { studentId, state, toDecide = false, page = 1 },
  { tx, session },
) => {
  const rights = await readRights(tx, session)
  const which = and(
    toDecide ? isDecidable(attendanceAbsence, session, rights) : isSeen(session, rights),
    studentId === undefined ? undefined : isId(attendanceAbsence.studentId, studentId),
    state && eq(attendanceAbsence.state, state),
  )
  const order =
    state === 'open'
      ? [asc(attendanceAbsence.firstDate), asc(attendanceAbsence.requestedAt)]
      : [desc(attendanceAbsence.requestedAt)]
  const found = await readAbsences(tx, session, rights, { which, order, page: atPage(page) })
  return { total: await tx.$count(attendanceAbsence, which), absences: found }
}

/** For each pupil and day of a range the notice: an accepted one before one that waits, that before one that was declined. By `personId date`. */
export async function findAbsences(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  dates: readonly string[],
): Promise<Map<string, Absence>> {
  const isEarly = lte(attendanceAbsence.firstDate, dates.at(-1) ?? '')
  const found = await findFrom(tx, session, people, dates[0] ?? '', isEarly, lastCounts)
  return new Map(
    found.flatMap((notice) =>
      dates
        .filter((date) => notice.firstDate <= date && date <= notice.lastDate)
        .map((date) => [`${notice.person.id} ${date}`, notice] as const),
    ),
  )
}

/** The next notice of each pupil from a day on, that was not withdrawn, by the pupil's id. */
export async function findNextAbsences(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  today: string,
): Promise<Map<string, Absence>> {
  const order = [desc(attendanceAbsence.firstDate), ...lastCounts]
  const found = await findFrom(tx, session, people, today, undefined, order)
  // The last of each pupil stays in the map.
  return new Map(found.map((notice) => [notice.person.id, notice]))
}

/** Notices of people that end on a day or later, without those that were withdrawn. */
async function findFrom(
  tx: Tx,
  session: Session,
  people: readonly Attendee[],
  first: string,
  also: SQL | undefined,
  order: RequestQuery['order'],
): Promise<Absence[]> {
  const pupils = people.flatMap(({ kind, id }) => (kind === 'pupil' ? id : []))
  if (pupils.length === 0) return []
  const { studentId, state, lastDate } = attendanceAbsence
  const which = and(inArray(studentId, pupils), ne(state, 'withdrawn'), gte(lastDate, first), also)
  return readAbsences(tx, session, await readRights(tx, session), { which, order })
}

/** How the caller enters notices for a pupil: as a guardian, as staff who decides, or as staff who only sees the pupil; null for all others. */
export async function readExcuseRole(
  tx: Tx,
  session: Session,
  pupil: Attendee,
): Promise<'guardian' | 'decides' | 'sees' | null> {
  if (pupil.kind !== 'pupil' || session.userType === PUPIL) return null
  if (await isGuardian(tx, session, pupil)) return 'guardian'
  const rights = await readRights(tx, session)
  if (mayApprove(rights, pupil.classId)) return (await hasOwnChild(tx, session, pupil.id)) ? 'sees' : 'decides'
  return maySee(rights, pupil.classId) ? 'sees' : null
}

/** Whether the unit takes notices of guardians now: by its settings, and its licence, in whose grace records are only read. */
export async function takesNotices(tx: Tx): Promise<boolean> {
  return (await readAttendanceSettings(tx)).parentExcuse && (await isLicensed(tx, 'base'))
}

/** Whether the caller may enter notices for a person. */
export async function mayExcuse(tx: Tx, session: Session, person: Attendee): Promise<boolean> {
  const role = await readExcuseRole(tx, session, person)
  return role === 'guardian' ? takesNotices(tx) : role !== null && (await isLicensed(tx, 'base'))
}

/** A notice as the caller sees it. Throws 'attendance.absence_gone' for one out of sight. */
export async function readAbsence(tx: Tx, session: Session, absenceId: string): Promise<FoundAbsence> {
  const rights = await readRights(tx, session)
  const which = and(isId(attendanceAbsence.absenceId, absenceId), isSeen(session, rights))
  const [found] = await readAbsences(tx, session, rights, { which })
  if (!found) throw new PortalError('attendance.absence_gone')
  return found
}

/** A notice with the class of its pupil. */
type FoundAbsence = Absence & { readonly person: Attendee }

async function readAbsences(
  tx: Tx,
  session: Session,
  rights: AttendanceRights,
  query: RequestQuery,
): Promise<FoundAbsence[]> {
  const found = await readRequests(tx, session, rights, attendanceAbsence, query)
  if (found.length === 0) return []
  const children = await findChildren(tx, session)
  const takes = await takesNotices(tx)
  const isPupil = session.userType === PUPIL
  return found.map(({ row, decides: hasRight, ownChild, ...shown }) => {
    const { state, firstDate, lastDate, fromTime: from, untilTime: until, kind, note } = row
    const { person } = shown
    const isOpen = state === 'open'
    const isChild = children.has(person.id)
    const decides = hasRight && !isPupil
    const enteredIt = row.requestedBy === session.userId && !isChild && maySee(rights, person.classId)
    return {
      ...row,
      ...shown,
      from,
      until,
      mayDecide: isOpen && decides,
      mayReopen: (state === 'accepted' || state === 'declined') && decides,
      ownChild: isOpen && ownChild && !isPupil,
      mayChange: isOpen && ((isChild && takes) || enteredIt),
      mayWithdraw: isOpen
        ? isChild || enteredIt
        : state === 'accepted' && enteredIt && row.decidedBy === session.userId,
      version: versionOf({ firstDate, lastDate, from, until, kind, note }),
    }
  })
}

/** The condition that a notice is of the caller, of a child of theirs, or of a pupil whom they see. */
function isSeen(session: Session, { viewAll, seesOf }: AttendanceRights): SQL | undefined {
  const { studentId } = attendanceAbsence
  return viewAll ? sql`true` : or(isOwnPupil(studentId, session), isOfClasses(studentId, seesOf))
}
