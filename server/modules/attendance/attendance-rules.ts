import { randomUUID } from 'node:crypto'
import { and, asc, eq, gte } from 'drizzle-orm'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { AttendanceRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { minutesOf } from '../../../contract/rules/zoned-time.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { type Tx, lockUntilEnd, isRowId } from '../../db/database.ts'
import { attendanceRule } from '../../db/tables.generated.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { listClasses } from './attendance-records.ts'
import { groupBy } from './group-by.ts'

type StoredRule = typeof attendanceRule.$inferSelect

/** The current and future rules, and the classes for which there can be rules. */
export async function listRules(tx: Tx, now: number): Promise<ResponseOf<typeof attendanceAdmin.rules>> {
  const today = await readToday(tx, now)
  const versions = await tx
    .select()
    .from(attendanceRule)
    .orderBy(asc(attendanceRule.name), asc(attendanceRule.validFrom))
  const current = [...groupBy(versions, ({ ruleId }) => ruleId).values()].flatMap((own) => fromToday(own, today))
  const classes = await listClasses(tx)
  return { today, rules: shownRules(current), classes }
}

/** The versions from today on that are in force, each with the version of all of its rule. */
function shownRules(versions: readonly StoredRule[]): AttendanceRule[] {
  const shown = versions.filter(({ ended }) => !ended)
  const fields = z.omit(attendanceAdmin.saveRule.saves, { version: true })
  const ofRule = groupBy(
    shown.map((one) => z.parse(fields, one)),
    ({ ruleId }) => ruleId,
  )
  return shown.map((one) => ({ ...one, version: versionOf(ofRule.get(one.ruleId)) }))
}

/**
 * Sets a rule from a day on, and a new one without `ruleId`. Throws 'attendance.rule_past', 'attendance.rule_times', 'attendance.rule_classes' and
 * 'request.invalid'.
 */
export async function setRule(
  tx: Tx,
  { unitId }: Session,
  { ruleId = randomUUID(), version: known, ...given }: ParsedRequestOf<typeof attendanceAdmin.saveRule>,
  at: number,
): Promise<AttendanceRule> {
  requireTimes(given)
  const { today, versions } = await lockRule(tx, ruleId, at)
  const present = shownRules(fromToday(versions, today))
  const current = present.findLast(({ validFrom }) => validFrom <= given.validFrom) ?? present[0]
  // One that was deleted is set again by what undoes it.
  if (current)
    await requireVersion(tx, attendanceAdmin.saveRule, { known, current, target: { kind: 'rule', id: ruleId } })
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
  const [saved] = await tx
    .insert(attendanceRule)
    .values(version)
    .onConflictDoUpdate({
      target: [attendanceRule.unitId, attendanceRule.ruleId, attendanceRule.validFrom],
      set: { ...version, changedAt: new Date() },
    })
    .returning()
  if (!saved) throw new Error('the rule was not saved')
  const { versions: now } = await lockRule(tx, ruleId, at)
  const shown = shownRules(fromToday(now, today)).find(({ validFrom }) => validFrom === saved.validFrom)
  return shown ?? { ...saved, version: versionOf(null) }
}

/** Ends a rule from today on; returns its current and later versions. Throws 'attendance.rule_gone'. */
export async function endRule(tx: Tx, ruleId: string, now: number): Promise<AttendanceRule[]> {
  const { today, versions } = await lockRule(tx, ruleId, now)
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
