import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { UncertainTime } from '../../../contract/endpoints/attendance/attendance.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceUncertain } from '../../db/tables.generated.ts'
import type { HostUnit } from '../../http/call.ts'
import { tellUncertain } from './attendance-notices.ts'
import { isAbout, keyOf, type Attendee } from './attendance-people.ts'
import { isOfClasses } from './decided-requests.ts'
import type { Placed } from './place-capture.ts'

type Uncertain = Extract<Placed, { kind: 'uncertain' }> & {
  readonly attendee: Attendee
  readonly direction: Direction
  readonly source: UncertainTime['source']
}

/** The end of the year 9999: calendars show no later day. */
const LAST_DAY = Date.UTC(9999, 11, 31)

/** Keeps a capture whose time is not known for a decision, unless the same person has shown it within a minute by the clock of the station. Tells those who decide, once while some wait. */
export async function keepUncertain(
  tx: Tx,
  unit: HostUnit,
  { attendee: person, direction, source, clockAt, earliest, latest }: Uncertain,
  { stationId, seq }: { readonly stationId: string; readonly seq: number },
): Promise<void> {
  const { userId, studentId, state, clockAt: shownAt } = attendanceUncertain
  const isOpen = eq(state, 'open')
  const shown = new Date(Math.min(clockAt, LAST_DAY))
  const isSame = and(
    isOpen,
    isAbout(attendanceUncertain, [person]),
    eq(attendanceUncertain.stationId, stationId),
    eq(attendanceUncertain.direction, direction),
    sql`abs(extract(epoch from ${shownAt} - ${shown.toISOString()}::timestamptz)) <= 60`,
  )
  if ((await tx.$count(attendanceUncertain, isSame)) > 0) return
  const isOfGroup = person.classId === null ? isNotNull(userId) : isOfClasses(studentId, [person.classId])
  const waiting = await tx.$count(attendanceUncertain, and(isOpen, isOfGroup))
  await tx.insert(attendanceUncertain).values({
    unitId: unit.unitId,
    ...keyOf(person),
    direction,
    source,
    stationId,
    seq,
    clockAt: shown,
    earliest: new Date(earliest),
    latest: new Date(latest),
  })
  if (waiting === 0) await tellUncertain(tx, unit, person)
}
