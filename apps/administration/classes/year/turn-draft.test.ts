import { expect, it } from 'vitest'
import type { TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { followingYear, newDraft, nextKey, planOf, rebase } from './turn-draft.ts'

const HEAD = { userId: 'head', realName: '林致远', englishName: '' }
const classOf = (classId: string, gradeId: string) => ({
  classId,
  gradeId,
  campusId: null,
  name: '1班',
  englishName: '',
  headTeacher: HEAD,
  students: 30,
})
const STATE: TurnState = {
  basis: 'one',
  today: '2027-07-20',
  current: { name: '2026-2027', startsOn: '2026-09-01', endsOn: '2027-07-15' },
  grades: [
    { gradeId: 'g1', name: '一年级', englishName: '' },
    { gradeId: 'g2', name: '二年级', englishName: '' },
  ],
  campuses: [],
  classes: [classOf('a', 'g1'), classOf('b', 'g2')],
  last: null,
}

it.each([
  ['2027-07-15', '2027-09-01'],
  ['2027-08-31', '2027-09-01'],
  ['2027-09-01', '2028-09-01'],
  [null, '2027-09-01'],
])('after a year that ends on %s suggests one from %s', (endsOn, from) => {
  expect(followingYear({ ...STATE, current: { ...STATE.current, endsOn } }).startsOn).toBe(from)
})

it('begins with what is usual, which is a plan', () => {
  const { plan } = planOf(newDraft(STATE))
  expect(plan.classes.map(({ gradeId, headTeacherId }) => [gradeId, headTeacherId])).toEqual([
    ['g2', 'head'],
    [null, null],
  ])
  expect(plan.newClasses.map(({ key, gradeId }) => [key, gradeId])).toEqual([['new-1', 'g1']])
})

it('keeps what was chosen when the classes change, but not for classes that are gone', () => {
  const draft = newDraft(STATE)
  const [first, second] = draft.classes
  const chosen = {
    ...draft,
    classes: [{ ...first!, name: '火箭班' }, second!],
    pupils: [
      { studentId: 'p', realName: '', englishName: '', home: 'a', into: null },
      { studentId: 'q', realName: '', englishName: '', home: 'b', into: 'a' },
    ],
  }
  expect(rebase(chosen, STATE)).toBe(chosen)
  const later = rebase(chosen, { ...STATE, basis: 'two', classes: [classOf('a', 'g1'), classOf('c', 'g2')] })
  expect(later.isRebased).toBe(true)
  expect(later.classes.map(({ id, name }) => [id, name])).toEqual([
    ['a', '火箭班'],
    ['c', '1班'],
  ])
  expect(later.pupils.map(({ studentId }) => studentId)).toEqual(['p'])
})

it('has a key of its own for each new class, also after one was removed', () => {
  expect(nextKey([])).toBe('new-1')
  expect(nextKey(newDraft(STATE).newClasses.map((one) => ({ ...one, id: 'new-7' })))).toBe('new-8')
})
