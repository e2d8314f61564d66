import { randomUUID } from 'node:crypto'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { AttendanceRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { minutesOf } from '../../../contract/rules/zoned-time.ts'
import { difference } from '../../http/admin-events.ts'
import { fieldError, type Handler } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { type Tx, lockUntilEnd, isRowId } from '../../db/database.ts'
import { attendanceRule } from '../../db/tables.generated.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { listClasses } from './attendance-records.ts'
import { groupBy } from './group-by.ts'

type StoredRule = typeof attendanceRule.$inferSelect
const ruleFields = z.omit(attendanceAdmin.saveRule.saves, { version: true })

/** The current and future rules, and the classes for which there can be rules. */
export const listRules: Handler<typeof attendanceAdmin.rules> = async (_, { tx, request }) => {
  const today = await readToday(tx, request.server.now())
  return { today, rules: await readRules(tx, today), classes: await listClasses(tx) }
}

async function readRules(tx: Tx, today: string): Promise<AttendanceRule[]> {
  const versions = await tx
    .select()
    .from(attendanceRule)
    .orderBy(
      sql`min(${attendanceRule.name}) over (partition by ${attendanceRule.ruleId})`,
      asc(attendanceRule.validFrom),
    )
  const ofRules = groupBy(versions, ({ ruleId }) => ruleId)
  return shownRules([...ofRules.values()].flatMap((own) => fromToday(own, today)))
}

/** The versions from today on that are in force, each with the version of all of its rule. */
function shownRules(versions: readonly StoredRule[]): AttendanceRule[] {
  const shown = versions.filter(({ ended }) => !ended).map((one) => z.parse(ruleFields, one))
  const ofRule = groupBy(shown, ({ ruleId }) => ruleId)
  return shown.map((one) => ({ ...one, version: versionOf(ofRule.get(one.ruleId)) }))
}

/**
 * Sets a rule from a day on, and a new one without `ruleId`. Throws 'attendance.rule_past', 'attendance.rule_times', 'attendance.rule_classes' and
 * 'request.invalid'.
 */
export const setRule: Handler<typeof attendanceAdmin.saveRule> = async (
  { ruleId = randomUUID(), version: known, ...given },
  { tx, session: { unitId }, request, record },
) => {
  const at = request.server.now()
  requireTimes(given)
  const { today, versions } = await lockRule(tx, ruleId, at)
  const present = shownRules(fromToday(versions, today))
  const current = present.findLast(({ validFrom }) => validFrom <= given.validFrom) ?? present[0]
  const target = { kind: 'rule', id: ruleId } as const
  // One that was deleted is set again by what undoes it.
  if (current) await requireVersion(tx, attendanceAdmin.saveRule, { known, current, target })
  const hasJudged = versions.some(({ validFrom }) => validFrom < today)
  if (given.validFrom < today && hasJudged) throw fieldError('validFrom', 'attendance.rule_past')
  const version = {
    ...given,
    unitId,
    ruleId,
    englishName: given.englishName.trim(),
    weekdays: [...new Set(given.weekdays)].toSorted((one, other) => one - other),
    classIds: given.appliesTo === 'classes' ? await requireClasses(tx, given.classIds) : [],
    ended: false,
  }
  await tx
    .insert(attendanceRule)
    .values(version)
    .onConflictDoUpdate({
      target: [attendanceRule.unitId, attendanceRule.ruleId, attendanceRule.validFrom],
      set: { ...version, changedAt: new Date() },
    })
  const { versions: now } = await lockRule(tx, ruleId, at)
  const shown = shownRules(fromToday(now, today)).find(({ validFrom }) => validFrom === given.validFrom)
  const rule = shown ?? { ...z.parse(ruleFields, version), version: versionOf(null) }
  await record(tx, { target, changes: difference(present[0] ? valuesOf(present[0]) : null, valuesOf(rule)) })
  return rule
}

/** What the trail says of a rule. */
function valuesOf(rule: AttendanceRule) {
  const { ruleId: _, version: __, ...values } = rule
  return values
}

/** Ends a rule from today on; returns its current and later versions. Throws 'attendance.rule_gone'. */
export const endRule: Handler<typeof attendanceAdmin.deleteRule> = async ({ ruleId }, { tx, request, record }) => {
  await record(tx, { target: { kind: 'rule', id: ruleId } })
  const { today, versions } = await lockRule(tx, ruleId, request.server.now())
  const ended = fromToday(versions, today).filter((version) => !version.ended)
  if (ended.length === 0) throw new PortalError('attendance.rule_gone')
  const isOwn = eq(attendanceRule.ruleId, ruleId)
  await tx.delete(attendanceRule).where(and(isOwn, gte(attendanceRule.validFrom, today)))
  const before = versions.findLast(({ validFrom }) => validFrom < today)
  if (before && !before.ended) {
    await tx.insert(attendanceRule).values({ ...before, validFrom: today, ended: true, changedAt: new Date() })
  }
  // A version in force can be restored from today on.
  return shownRules(ended).map((version) => (version.validFrom < today ? { ...version, validFrom: today } : version))
}

/** Of the versions of one rule, by `validFrom`, the current and later ones. */
function fromToday(versions: readonly StoredRule[], today: string): StoredRule[] {
  const begun = versions.findLast(({ validFrom }) => validFrom <= today)
  return [...(begun ? [begun] : []), ...versions.filter(({ validFrom }) => validFrom > today)]
}

/** Today, and the versions of a rule by `validFrom`; other changes of the rule wait until the transaction ends. */
async function lockRule(tx: Tx, ruleId: string, now: number): Promise<{ today: string; versions: StoredRule[] }> {
  if (!isRowId(ruleId)) throw new PortalError('attendance.rule_gone')
  await lockUntilEnd(tx, `attendance rule ${ruleId}`)
  const versions = await tx
    .select()
    .from(attendanceRule)
    .where(eq(attendanceRule.ruleId, ruleId))
    .orderBy(asc(attendanceRule.validFrom))
  return { today: await readToday(tx, now), versions }
}

async function readToday(tx: Tx, now: number): Promise<string> {
  return dayOf(now, await readTimeZone(tx))
}

function requireTimes({ dayStart, inBy, outFrom }: Pick<AttendanceRule, 'dayStart' | 'inBy' | 'outFrom'>): void {
  const [start, come, go] = [minutesOf(dayStart), minutesOf(inBy), minutesOf(outFrom)]
  if (start <= come && come < go) return
  throw fieldError('outFrom', 'attendance.rule_times')
}

async function requireClasses(tx: Tx, classIds: readonly string[]): Promise<string[]> {
  const known = new Set((await listClasses(tx)).map(({ classId }) => classId))
  const wanted = [...new Set(classIds)].filter((classId) => known.has(classId))
  if (wanted.length > 0) return wanted
  throw fieldError('classIds', 'attendance.rule_classes')
}
