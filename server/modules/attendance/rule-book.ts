import { asc, between } from 'drizzle-orm'
import type { AttendanceSettings, MarkedDay } from '../../../contract/endpoints/attendance-admin.ts'
import { DAY_START } from '../../../contract/rules/attendance-rule.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { dayOf } from '../../../contract/rules/attendance-status.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceDay, attendanceRule } from '../../db/schema/attendance.ts'
import type { Clocker } from './attendance-people.ts'
import { readAttendanceSettings } from './attendance-settings.ts'

/** A version of a rule as it is stored. */
export type RuleVersion = typeof attendanceRule.$inferSelect

/** By what the people of a unit are judged in a span of days. */
export interface RuleBook extends AttendanceSettings {
  /** The rule for a person on a day; null: none. */
  ruleFor(person: Pick<Clocker, 'kind' | 'classId'>, date: string): RuleVersion | null
  /** What the calendar says of a day. */
  marked(date: string): MarkedDay | undefined
  /** The day that a moment belongs to for a person. */
  dayFor(person: Pick<Clocker, 'kind' | 'classId'>, at: number): string
}

/** The rules of the transaction's unit, and its calendar for the days from `from` to `to`. */
export async function readRuleBook(tx: Tx, from: string, to: string): Promise<RuleBook> {
  const settings = await readAttendanceSettings(tx)
  const versions = await tx.select().from(attendanceRule).orderBy(asc(attendanceRule.validFrom))
  const { date, kind, name, englishName } = attendanceDay
  const days = await tx
    .select({ date, kind, name, englishName })
    .from(attendanceDay)
    .where(between(attendanceDay.date, from, to))
  const marked = new Map(days.map((day) => [day.date, day]))
  const ruleFor: RuleBook['ruleFor'] = (person, day) => pickRule(versions, person, day)
  return {
    ...settings,
    ruleFor,
    marked: (day) => marked.get(day),
    dayFor: (person, at) => {
      const rule = ruleFor(person, wallTime(at, settings.timeZone).date)
      return dayOf(at, settings.timeZone, rule?.dayStart ?? DAY_START)
    },
  }
}

/**
 * Of the versions (by `validFrom`, the oldest first) the one that counts for a person on a day: of each rule the newest that has begun, of several rules one for
 * the class before one for all pupils, and of two alike the one that began last. Null: none.
 */
export function pickRule(
  versions: readonly RuleVersion[],
  person: Pick<Clocker, 'kind' | 'classId'>,
  date: string,
): RuleVersion | null {
  const begun = new Map(versions.filter(({ validFrom }) => validFrom <= date).map((rule) => [rule.ruleId, rule]))
  const fitting = [...begun.values()].filter((rule) => !rule.ended && isFor(rule, person))
  const ranked = fitting.toSorted(
    (one, other) =>
      Number(one.appliesTo === 'classes') - Number(other.appliesTo === 'classes') ||
      (one.validFrom < other.validFrom ? -1 : Number(one.validFrom > other.validFrom)) ||
      (one.ruleId < other.ruleId ? -1 : 1),
  )
  return ranked.at(-1) ?? null
}

function isFor({ appliesTo, classIds }: RuleVersion, { kind, classId }: Pick<Clocker, 'kind' | 'classId'>): boolean {
  if (appliesTo === 'staff') return kind === 'staff'
  if (kind !== 'pupil') return false
  return appliesTo === 'pupils' || (classId !== null && classIds.includes(classId))
}
