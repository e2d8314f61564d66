import * as z from 'zod/mini'
import { saveRule, type AttendanceRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { typedNumber } from '../../../contract/fields.ts'
import { DAY_START } from '../../../contract/rules/attendance/attendance-rule.ts'

/** The fields of a rule, numbers as text. */
type RuleFields = Omit<AttendanceRule, 'ruleId' | 'version' | 'inTolerance' | 'outTolerance'> &
  Record<'inTolerance' | 'outTolerance', string>

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
  const { ruleId: _, version: _version, inTolerance, outTolerance, validFrom, ...fields } = rule
  return {
    ...fields,
    inTolerance: String(inTolerance),
    outTolerance: String(outTolerance),
    validFrom: validFrom > today ? validFrom : today,
  }
}

/** The input of `saveRule` from the fields. */
export function ruleForm(today: string, tell: (problem: 'classes' | 'order' | 'past') => string) {
  const { ruleId: _, version: _version, ...fields } = saveRule.request.shape
  const form = z
    .object({
      ...fields,
      inTolerance: typedNumber(3, fields.inTolerance),
      outTolerance: typedNumber(3, fields.outTolerance),
      validFrom: fields.validFrom.check(z.refine((day) => day >= today, tell('past'))),
    })
    .check(
      z.refine(({ appliesTo, classIds }) => appliesTo !== 'classes' || classIds.length > 0, {
        path: ['classIds'],
        error: tell('classes'),
        when: () => true,
      }),
      z.refine(({ inBy, outFrom, dayStart }) => inBy === '' || (outFrom > inBy && inBy >= dayStart), {
        path: ['outFrom'],
        error: tell('order'),
        when: () => true,
      }),
    )
  return z.pipe(
    form,
    z.transform((given: z.infer<typeof form>) => ({
      ...given,
      englishName: given.englishName.trim(),
      classIds: given.appliesTo === 'classes' ? given.classIds : [],
      weekdays: given.weekdays.toSorted((a, b) => a - b),
    })),
  )
}
