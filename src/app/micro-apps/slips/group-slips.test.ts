import { expect, it } from 'vitest'
import type { Slip } from '../../../../contract/endpoints/people/people.ts'
import { groupSlips } from './group-slips.ts'

const slip = (id: string, place: string | null): Slip => ({
  kind: 'pupil',
  id,
  realName: id,
  englishName: '',
  loginName: id,
  place: place === null ? null : { name: place, englishName: '' },
  password: 'x',
})

it('slips lie by class in the order of their first, and those without a class last', () => {
  const groups = groupSlips([slip('a', null), slip('b', '1班'), slip('c', '2班'), slip('d', '1班'), slip('e', null)])
  expect(groups.map(({ place, slips }) => [place?.name ?? null, ...slips.map(({ id }) => id)])).toEqual([
    ['1班', 'b', 'd'],
    ['2班', 'c'],
    [null, 'a', 'e'],
  ])
})

it('no slips are no groups', () => {
  expect(groupSlips([])).toEqual([])
})
