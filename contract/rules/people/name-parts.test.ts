import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinName, nameParts } from './name-parts.ts'

it.each([
  ['王小明', '王', '小明'],
  ['欧阳修', '欧阳', '修'],
  ['司马相如', '司马', '相如'],
  ['诸葛亮', '诸葛', '亮'],
  ['上官婉儿', '上官', '婉儿'],
  ['夏侯惇', '夏侯', '惇'],
  ['欧阳', '欧', '阳'],
  ['周', '', '周'],
  ['买买提·艾力', '艾力', '买买提'],
  ['阿卜杜拉•买买提·江', '买买提·江', '阿卜杜拉'],
  ['𠮷田花', '𠮷', '田花'],
  ['Emma Stone', 'Stone', 'Emma'],
  ['Ana María López', 'María López', 'Ana'],
  ['Madonna', '', 'Madonna'],
])('splits %s', (name, family, given) => {
  expect(nameParts(name)).toEqual({ family, given })
})

it('loses nothing of a name: its parts are joined again, but for a dot', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('王', '欧', '阳', '司', '马', '亮', '艾', 'a', 'B', ' '), { minLength: 1 }),
      (parts) => {
        const name = parts.join('').replaceAll(/ +/g, ' ').trim()
        fc.pre(name !== '' && /^(\p{Script=Han}+|[aB ]+)$/u.test(name))
        expect(joinName(nameParts(name))).toBe(name)
      },
    ),
  )
})
