import { expect, it } from 'vitest'
import { readDifferences } from './differences.ts'

it('has both values of what changed, field by field', () => {
  expect(
    readDifferences({
      before: { name: 'a', same: [1], style: { color: 'red', size: 1 } },
      after: { name: 'b', same: [1], style: { color: 'blue', size: 1 } },
      newSecret: true,
    }),
  ).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'style.color', before: 'red', after: 'blue' },
    { field: 'newSecret', after: true },
  ])
})

it('has the values of what is new, what is gone, and what is no record', () => {
  expect(readDifferences({ before: null, after: { name: 'a', none: null } })).toEqual([
    { field: 'name', before: null, after: 'a' },
  ])
  expect(readDifferences({ before: { name: 'a' }, after: null })).toEqual([{ field: 'name', before: 'a', after: null }])
  expect(readDifferences({ before: ['a', 'b'], after: ['b', 'a'] })).toEqual([
    { field: '', before: ['a', 'b'], after: ['b', 'a'] },
  ])
  expect(readDifferences({ active: false })).toEqual([{ field: 'active', after: false }])
  expect(readDifferences({})).toEqual([])
})

it('leaves out what an import counted none of, but no other nought', () => {
  expect(readDifferences({ counts: { new: { people: 2, classes: 0 } }, retentionDays: 0 })).toEqual([
    { field: 'counts.new.people', after: 2 },
    { field: 'retentionDays', after: 0 },
  ])
})
