import { expect, it } from 'vitest'
import { pickRule, type RuleVersion } from './rule-book.ts'

const CLASS = 'c1'
const PUPIL = { kind: 'pupil', classId: CLASS } as const
const EMPLOYEE = { kind: 'staff', classId: null } as const

function version(ruleId: string, validFrom: string, more: Partial<RuleVersion> = {}): RuleVersion {
  return {
    ruleId,
    validFrom,
    ended: false,
    name: ruleId,
    englishName: '',
    weekdays: [1],
    inBy: '08:00',
    inTolerance: 0,
    outFrom: '17:00',
    outTolerance: 0,
    dayStart: '04:00',
    appliesTo: 'pupils',
    classIds: [],
    ...more,
  }
}

const pick = (versions: RuleVersion[], date: string, person: Parameters<typeof pickRule>[1] = PUPIL) => {
  const found = pickRule(versions, person, date)
  return found && `${found.ruleId} ${found.validFrom}`
}

it('takes the newest version that has begun, and none before the first or after the end', () => {
  const versions = [version('a', '2026-09-01'), version('a', '2026-11-01'), version('a', '2027-01-01', { ended: true })]
  expect(pick(versions, '2026-08-31')).toBeNull()
  expect(pick(versions, '2026-10-31')).toBe('a 2026-09-01')
  expect(pick(versions, '2026-11-01')).toBe('a 2026-11-01')
  expect(pick(versions, '2027-01-01')).toBeNull()
})

it('takes a class’s own rule before the one for all pupils, however old it is', () => {
  const own = version('class', '2026-09-01', { appliesTo: 'classes', classIds: [CLASS] })
  const versions = [own, version('all', '2026-10-01')]
  expect(pick(versions, '2026-10-02')).toBe('class 2026-09-01')
  expect(pick(versions, '2026-10-02', { kind: 'pupil', classId: 'c2' })).toBe('all 2026-10-01')
})

it('takes the one that began last of two alike', () => {
  const versions = [version('z', '2026-09-01'), version('a', '2026-10-01')]
  expect(pick(versions, '2026-09-30')).toBe('z 2026-09-01')
  expect(pick(versions, '2026-10-01')).toBe('a 2026-10-01')
})

it('takes no rule of pupils for the staff, nor the other way round', () => {
  const versions = [version('pupils', '2026-09-01'), version('staff', '2026-09-01', { appliesTo: 'staff' })]
  expect(pick(versions, '2026-09-01', EMPLOYEE)).toBe('staff 2026-09-01')
  expect(pick(versions, '2026-09-01')).toBe('pupils 2026-09-01')
  expect(
    pick([version('classes', '2026-09-01', { appliesTo: 'classes', classIds: [CLASS] })], '2026-09-01', EMPLOYEE),
  ).toBeNull()
})
