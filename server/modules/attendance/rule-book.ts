import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { DAY_START } from '../../../contract/rules/attendance/attendance-rule.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import type { Attendee } from './attendance-people.ts'
import { DEFAULT_SETTINGS } from './attendance-settings.ts'

const stored = z.object({
  settings: z.nullable(
    z.pick(attendanceAdmin.saveSettings.saves, { timeZone: true, notifyLate: true, portalClockIn: true }),
  ),
  versions: z.array(z.extend(z.omit(attendanceAdmin.saveRule.saves, { version: true }), { ended: z.boolean() })),
  days: z.array(attendanceAdmin.markedDay),
})

/** A version of a rule, from a day on. */
export type RuleVersion = z.infer<typeof stored>['versions'][number]

type Person = Pick<Attendee, 'kind' | 'classId'>

export type RuleBook = ReturnType<typeof parseRuleBook>

/** A JSON expression of SQL for `parseRuleBook`: the rules of the transaction's unit, and its calendar for the days from `from` to `to`. */
export function ruleBookJson(from: string, to: string): SQL {
  return sql`jsonb_build_object(
    'settings', (select jsonb_build_object('timeZone', s.time_zone, 'notifyLate', s.notify_late, 'portalClockIn', s.portal_clock_in)
      from attendance_settings s where s.unit_id = portal_unit_id()),
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('ruleId', r.rule_id, 'validFrom', r.valid_from, 'ended', r.ended, 'name', r.name,
        'englishName', r.english_name, 'weekdays', r.weekdays, 'inBy', r.in_by, 'inTolerance', r.in_tolerance, 'outFrom', r.out_from,
        'outTolerance', r.out_tolerance, 'dayStart', r.day_start, 'appliesTo', r.applies_to, 'classIds', r.class_ids) order by r.valid_from), '[]')
      from attendance_rule r),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('date', d.date, 'kind', d.kind, 'name', d.name, 'englishName', d.english_name) order by d.date), '[]')
      from attendance_day d where d.date between ${from}::date and ${to}::date))`
}

/** The rules and the calendar of a unit for a range of days. */
export function parseRuleBook(json: unknown) {
  const { settings, versions, days } = z.parse(stored, json)
  const { timeZone, notifyLate, portalClockIn } = settings ?? DEFAULT_SETTINGS
  const marked = new Map(days.map((day) => [day.date, day]))
  return {
    /** The versions of all rules, oldest first. */
    versions,
    /** The marked days of the range, in their order. */
    days,
    timeZone,
    notifyLate,
    portalClockIn,
    /** The rule for a person on a day; null without one. */
    ruleFor: (person: Person, day: string) => pickRule(versions, person, day),
    /** The mark of a day, if any. */
    marked: (day: string) => marked.get(day),
    /** The day of a moment for a person. */
    dayFor(person: Person, at: number): string {
      const rule = pickRule(versions, person, wallTime(at, timeZone).date)
      return dayOf(at, timeZone, rule?.dayStart ?? DAY_START)
    },
  }
}

/** The rules of the transaction's unit, and its calendar for the days from `from` to `to`. */
export async function readRuleBook(tx: Tx, from: string, to: string): Promise<RuleBook> {
  return parseRuleBook(await queryValue(tx, z.unknown())`select ${ruleBookJson(from, to)}`)
}

/**
 * The version (given by `validFrom`, oldest first) that applies to a person on a day: of each rule the newest that has begun; of several rules one
 * for the class before one for all pupils, then the one that began last. Null without any.
 */
export function pickRule(versions: readonly RuleVersion[], person: Person, date: string): RuleVersion | null {
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

function isFor({ appliesTo, classIds }: RuleVersion, { kind, classId }: Person): boolean {
  if (appliesTo === 'staff') return kind === 'staff'
  if (kind !== 'pupil') return false
  return appliesTo === 'pupils' || (classId !== null && classIds.includes(classId))
}
