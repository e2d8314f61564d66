import { expect, it } from 'vitest'
import { findClasses, type ClassEntry } from './find-classes.ts'

const one = (name: string, englishName: string, head: string): ClassEntry => ({
  classId: name,
  name,
  englishName,
  campus: { campusId: 'c1', name: '河东校区', englishName: 'East Bank Campus' },
  headTeacher: { realName: head, englishName: 'Lin Zhiyuan' },
  own: false,
  students: 1,
  boys: 1,
  girls: 0,
})
const all = [one('四年级1班', 'Grade 4 Class 1', '林致远'), one('七年级2班', 'Grade 7 Class 2', '沈清妍')]

it.each([
  ['', ['四年级1班', '七年级2班']],
  ['四年级', ['四年级1班']],
  ['grade CLASS 2', ['七年级2班']],
  ['７年级', []],
  ['Class　２', ['七年级2班']],
  ['沈', ['七年级2班']],
  ['east', ['四年级1班', '七年级2班']],
  ['四年级 沈', []],
])('finds by %j', (typed, names) => {
  expect(findClasses(all, typed).map(({ name }) => name)).toEqual(names)
})

it('finds within one campus', () => {
  const west = {
    ...one('一年级1班', 'Grade 1 Class 1', '王'),
    campus: { campusId: 'c2', name: '河西校区', englishName: 'West' },
  }
  expect(findClasses([...all, west], '', 'c2')).toEqual([west])
  expect(findClasses([...all, west], '1班', 'c1').map(({ name }) => name)).toEqual(['四年级1班'])
  expect(findClasses([{ ...west, campus: null }], '', 'c2')).toEqual([])
})
