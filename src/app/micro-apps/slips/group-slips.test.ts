import { expect, it } from 'vitest'
import type { Slip } from '../../../../contract/endpoints/people/people.ts'
import { groupSlips, withLastCodes } from './group-slips.ts'

const slip = (id: string, place: string | null): Slip => ({
  kind: 'pupil',
  id,
  realName: id,
  englishName: '',
  loginName: id,
  place: place === null ? null : { name: place, englishName: '' },
  password: 'x',
})

it('slips lie by class, and those without a class last', () => {
  const groups = groupSlips([slip('a', null), slip('c', '2班'), slip('b', '1班'), slip('d', '1班'), slip('e', null)])
  expect(groups.map(({ place, slips }) => [place?.name ?? null, ...slips.map(({ id }) => id)])).toEqual([
    ['1班', 'b', 'd'],
    ['2班', 'c'],
    [null, 'a', 'e'],
  ])
})

it('classes are in the order of their grades and numbers', () => {
  const names = ['二年级9班', '四年级2班', '四年级1班', '二年级10班', '三年级1班', '一年级1班']
  const groups = groupSlips(names.map((name) => slip(name, name)))
  expect(groups.map(({ place }) => place?.name)).toEqual([
    '一年级1班',
    '二年级9班',
    '二年级10班',
    '三年级1班',
    '四年级1班',
    '四年级2班',
  ])
})

it('of two codes of a pupil only the later one, which ended the other, is printed', () => {
  const { loginName: _, password: __, ...pupil } = slip('a', '1班')
  const [old, other, last] = [
    { ...pupil, guardianCode: 'OLD' },
    { ...pupil, id: 'b', guardianCode: 'OTHER' },
    { ...pupil, guardianCode: 'LAST' },
  ]
  const password = slip('a', '1班')
  expect(withLastCodes([old, other, password, last])).toEqual([other, password, last])
})

it('no slips are no groups', () => {
  expect(groupSlips([])).toEqual([])
})
