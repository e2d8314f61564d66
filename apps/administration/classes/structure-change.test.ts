import { describe, expect, it } from 'vitest'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { entriesOf, orderWithPart, orderWithReturned, sorted } from './structure-change.ts'

const names = { name: '一', englishName: 'One', version: '1' }
const structure: Structure = {
  whole: true,
  campuses: [{ campusId: 'p1', ...names, classes: 2 }],
  grades: [{ gradeId: 'g1', ...names, classes: 0 }],
  classes: [
    {
      classId: 'c1',
      gradeId: 'g1',
      campusId: null,
      ...names,
      headTeacher: null,
      teachers: [{ userId: 'u1', realName: '王', englishName: '', subjectId: 's1' }],
      students: 32,
    },
  ],
  departments: [{ departmentId: 'd1', ...names, people: 4 }],
  subjects: [
    { subjectId: 's1', ...names },
    { subjectId: 's2', ...names },
  ],
}

it.each([
  ['campus', 'p1', 2],
  ['grade', 'g1', 0],
  ['class', 'c1', 32],
  ['department', 'd1', 4],
  ['subject', 's1', 1],
  ['subject', 's2', 0],
] as const)('a %s %s has %d in it', (kind, id, content) => {
  expect(entriesOf(structure, kind)).toContainEqual({ id, ...names, content })
})

describe('a deleted entry that comes back', () => {
  it.each([
    ['first', ['a', 'b', 'c'], 'a', ['b', 'c', 'n'], ['n', 'b', 'c']],
    ['in the middle', ['a', 'b', 'c'], 'b', ['a', 'c', 'n'], ['a', 'n', 'c']],
    ['last', ['a', 'b', 'c'], 'c', ['a', 'b', 'n'], ['a', 'b', 'n']],
    ['after the next one has gone too', ['a', 'b', 'c', 'd'], 'b', ['a', 'd', 'n'], ['a', 'n', 'd']],
  ])('is %s again', (_, before, deleted, after, order) => {
    expect(orderWithReturned(before, deleted, after)).toEqual(order)
  })

  it('changes nothing when it has not come', () => {
    expect(orderWithReturned(['a', 'b'], 'b', ['a'])).toEqual(['a'])
  })
})

it('a sorted part keeps its places among all', () => {
  expect(orderWithPart(['a1', 'a2', 'b1', 'b2', 'b3'], ['b3', 'b1', 'b2'])).toEqual(['a1', 'a2', 'b3', 'b1', 'b2'])
})

it('a structure is sorted in the kind alone that was asked for', () => {
  const after = sorted(structure, 'subject', ['s2', 's1'])
  expect(after.subjects.map(({ subjectId }) => subjectId)).toEqual(['s2', 's1'])
  expect({ ...after, subjects: structure.subjects }).toEqual(structure)
})
