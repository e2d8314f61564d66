import type { AttendanceRule, saveRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { DAY_START, TOLERANCE_MAX } from '../../../contract/rules/attendance-rule.ts'

/** The fields of a rule, numbers as text. */
export type RuleFields = Omit<AttendanceRule, 'ruleId' | 'inTolerance' | 'outTolerance'> &
  Record<'inTolerance' | 'outTolerance', string>

export type RuleProblem = 'name' | 'classes' | 'weekdays' | 'time' | 'order' | 'tolerance' | 'past'

/** The fields of a new rule, or of a change from today on, or from the rule's later start. */
export function ruleFieldsOf(rule: AttendanceRule | null, today: string): RuleFields {
  if (!rule) {
    return {
      name: '',
      englishName: '',
      appliesTo: 'pupils',
      classIds: [],
      weekdays: [1, 2, 3, 4, 5],
      inBy: '08:00',
      inTolerance: '5',
      outFrom: '17:00',
      outTolerance: '0',
      dayStart: DAY_START,
      validFrom: today,
    }
  }
  const { ruleId: _, inTolerance, outTolerance, validFrom, ...fields } = rule
  return {
    ...fields,
    inTolerance: String(inTolerance),
    outTolerance: String(outTolerance),
    validFrom: validFrom > today ? validFrom : today,
  }
}

export type RuleProblems = Partial<Record<keyof RuleFields, RuleProblem>>

/** The invalid fields; empty when they can be sent. */
export function checkRule(fields: RuleFields, today: string): RuleProblems {
  const { name, appliesTo, classIds, weekdays, inBy, outFrom, dayStart, validFrom } = fields
  const wrong: RuleProblems = {}
  if (name.trim() === '') wrong.name = 'name'
  if (appliesTo === 'classes' && classIds.length === 0) wrong.classIds = 'classes'
  if (weekdays.length === 0) wrong.weekdays = 'weekdays'
  for (const time of ['inBy', 'outFrom', 'dayStart'] as const) if (fields[time] === '') wrong[time] = 'time'
  if (inBy !== '' && outFrom !== '' && (outFrom <= inBy || inBy < dayStart)) wrong.outFrom = 'order'
  for (const tolerance of ['inTolerance', 'outTolerance'] as const) {
    if (!/^\d{1,3}$/.test(fields[tolerance]) || Number(fields[tolerance]) > TOLERANCE_MAX)
      wrong[tolerance] = 'tolerance'
  }
  if (validFrom < today) wrong.validFrom = 'past'
  return wrong
}

/** The input of a call; `ruleId` null creates a rule. */
export function ruleInputOf(fields: RuleFields, ruleId: string | null): RequestOf<typeof saveRule> {
  return {
    ...fields,
    ...(ruleId !== null && { ruleId }),
    name: fields.name.trim(),
    englishName: fields.englishName.trim(),
    classIds: fields.appliesTo === 'classes' ? fields.classIds : [],
    weekdays: fields.weekdays.toSorted((a, b) => a - b),
    inTolerance: Number(fields.inTolerance),
    outTolerance: Number(fields.outTolerance),
  }
}
