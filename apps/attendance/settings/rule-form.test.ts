import { describe, expect, it } from 'vitest'
import { checkRule, ruleFieldsOf, ruleInputOf, type RuleFields } from './rule-form.ts'

const TODAY = '2026-11-23'
const good: RuleFields = { ...ruleFieldsOf(null, TODAY), name: '学生' }
const rule = { ...ruleInputOf(good, null), ruleId: 'r1', validFrom: '2026-09-01' }

describe('checkRule', () => {
  it('finds nothing wrong with what a new rule begins with, once it has a name', () => {
    expect(checkRule(good, TODAY)).toEqual({})
  })

  it.each<[Partial<RuleFields>, object]>([
    [{ name: ' ' }, { name: 'name' }],
    [{ appliesTo: 'classes' }, { classIds: 'classes' }],
    [{ weekdays: [] }, { weekdays: 'weekdays' }],
    [{ inBy: '' }, { inBy: 'time' }],
    [{ outFrom: '07:00' }, { outFrom: 'order' }],
    [{ inBy: '03:00' }, { outFrom: 'order' }],
    [{ inTolerance: '121' }, { inTolerance: 'tolerance' }],
    [{ outTolerance: '-1' }, { outTolerance: 'tolerance' }],
    [{ validFrom: '2026-11-22' }, { validFrom: 'past' }],
  ])('refuses %j', (fields, wrong) => {
    expect(checkRule({ ...good, ...fields }, TODAY)).toEqual(wrong)
  })
})

it('changes a rule from today on, and one that is still to come from its day', () => {
  expect(ruleFieldsOf(rule, TODAY).validFrom).toBe(TODAY)
  expect(ruleFieldsOf({ ...rule, validFrom: '2027-02-01' }, TODAY).validFrom).toBe('2027-02-01')
})

it('sends numbers, weekdays in their order, and classes only where the rule is for some', () => {
  const sent = ruleInputOf({ ...good, weekdays: [5, 1], classIds: ['c1'], inTolerance: '007' }, 'r1')
  expect(sent).toMatchObject({ ruleId: 'r1', weekdays: [1, 5], classIds: [], inTolerance: 7 })
  expect(ruleInputOf({ ...good, appliesTo: 'classes', classIds: ['c1'] }, null).classIds).toEqual(['c1'])
})
