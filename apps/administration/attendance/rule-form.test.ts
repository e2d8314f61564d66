import { describe, expect, it } from 'vitest'
import { ruleFieldsOf, ruleForm } from './rule-form.ts'

const TODAY = '2026-11-23'
const form = ruleForm(TODAY, (problem) => problem)
const good = { ...ruleFieldsOf(null, TODAY), name: '学生' }
const rule = { ...form.parse(good), ruleId: 'r1', version: '', validFrom: '2026-09-01' }

describe('the form of a rule', () => {
  it('finds nothing wrong with what a new rule begins with, once it has a name', () => {
    expect(form.safeParse(good).success).toBe(true)
  })

  it.each<[Partial<typeof good>, string, string?]>([
    [{ name: ' ' }, 'name'],
    [{ appliesTo: 'classes' }, 'classIds', 'classes'],
    [{ weekdays: [] }, 'weekdays'],
    [{ inBy: '' }, 'inBy'],
    [{ outFrom: '07:00' }, 'outFrom', 'order'],
    [{ inBy: '03:00' }, 'outFrom', 'order'],
    [{ inTolerance: '121' }, 'inTolerance'],
    [{ inTolerance: '' }, 'inTolerance'],
    [{ outTolerance: '-1' }, 'outTolerance'],
    [{ validFrom: '2026-11-22' }, 'validFrom', 'past'],
  ])('refuses %j', (fields, field, message) => {
    expect(form.safeParse({ ...good, ...fields }).error?.issues).toMatchObject([
      { path: [field], ...(message && { message }) },
    ])
  })

  it('names fields that contradict each other beside those that are no numbers', () => {
    const { error } = form.safeParse({ ...good, inTolerance: 'x', outFrom: '07:00' })
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['inTolerance', 'outFrom'])
  })
})

it('changes a rule from today on, and one that is still to come from its day', () => {
  expect(ruleFieldsOf(rule, TODAY).validFrom).toBe(TODAY)
  expect(ruleFieldsOf({ ...rule, validFrom: '2027-02-01' }, TODAY).validFrom).toBe('2027-02-01')
})

it('sends numbers, weekdays in their order, and classes only where the rule is for some', () => {
  const sent = form.parse({ ...good, weekdays: [5, 1], classIds: ['c1'], inTolerance: '007' })
  expect(sent).toMatchObject({ weekdays: [1, 5], classIds: [], inTolerance: 7 })
  expect(form.parse({ ...good, appliesTo: 'classes', classIds: ['c1'] }).classIds).toEqual(['c1'])
})
