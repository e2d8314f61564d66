import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  classKey,
  createGrades,
  gradeInClass,
  gradeKey,
  isOtherGrade,
  keysOfClass,
  mayDiffer,
  pairKey,
  placeOfGrade,
  readGrade,
} from './class-key.ts'

const chinese = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const wide = (text: string) => text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))

/** The forms of a grade of a number, and of a class of a number. */
const gradeForms = (number: number) => [
  `${number}年级`,
  `${chinese[number - 1]}年级`,
  `Grade ${number}`,
  `grade${number}`,
  String(number),
  wide(`${number}`) + '年级',
  `${chinese[number - 1]}年`,
  `G${number}`,
  ...stageForms(number, 7, ['初', '初中'], 'Junior'),
  ...stageForms(number, 10, ['高', '高中'], 'Senior'),
  ...(number === 6 ? ['预初', '预备年级'] : []),
]
/** A grade by the counting of junior or senior middle school, which begins with the grade `first`. */
const stageForms = (number: number, first: number, before: readonly string[], english: string) =>
  number < first || number > first + 2
    ? []
    : [
        ...before.flatMap((one) => [
          `${one}${chinese[number - first]}`,
          `${one}${number - first + 1}`,
          `${one}${chinese[number - first]}年级`,
        ]),
        `${english} ${number - first + 1}`,
        `${english} High School Grade ${number - first + 1}`,
      ]
const classForms = (number: number) => [
  `${number}班`,
  `（${number}）班`,
  `(${number})班`,
  `0${number}班`,
  `Class ${number}`,
  `class${number}`,
  String(number),
  wide(`${number}`) + '班',
  ...(number <= 12 ? [`${chinese[number - 1]}班`, `（${chinese[number - 1]}）班`] : []),
]
const wholeForms = (grade: number, number: number) => [
  `${chinese[grade - 1]}（${number}）班`,
  `${grade}(${number})班`,
  `${chinese[grade - 1]}年级${number}班`,
  `${grade}年级（${number}）班`,
  `Grade ${grade}, Class ${number}`,
  `${grade}.${number}`,
  ...stageForms(grade, 7, ['初', '初中'], 'Junior')
    .slice(0, 1)
    .map((name) => `${name}（${number}）班`),
  ...stageForms(grade, 10, ['高', '高中'], 'Senior')
    .slice(0, 1)
    .map((name) => `${name}${number}班`),
]

const grades12 = fc.integer({ min: 1, max: 12 })
const classes = fc.integer({ min: 1, max: 40 })
const one = <T>(list: readonly T[], seed: number) => list[seed % list.length]!

describe('a grade and a class are a pair', () => {
  it('so that two pairs of numbers never have the same key, however they are written', () => {
    fc.assert(
      fc.property(grades12, classes, grades12, classes, fc.nat(), fc.nat(), (g1, c1, g2, c2, a, b) => {
        const key = (g: number, c: number, form: number) =>
          form % 3 === 0
            ? pairKey(undefined, one(wholeForms(g, c), form))
            : pairKey(one(gradeForms(g), form), one(form % 3 === 1 ? classForms(c) : wholeForms(g, c), form))
        expect(key(g1, c1, a) === key(g2, c2, b)).toBe(g1 === g2 && c1 === c2)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['1', '12', '11', '2'],
    ['1', '1', '11', ''],
    ['一年级', '12班', '一年级', '2班'],
    ['2', '1', '', '21班'],
    ['高一', '11班', '高一', '1班'],
  ])('%s %s is not %s %s', (g1, c1, g2, c2) => {
    expect(pairKey(g1, c1)).not.toBe(pairKey(g2, c2))
  })

  it.each([
    ['二年级', '（1）班', '2年级', '二（1）班'],
    ['二年级', '01班', '', '二年级一班'],
    ['初一', '1班', '', '初一（1）班'],
    ['高一', '(11)班', '', '高一11班'],
    ['七年级', '7.1', '七年级', '1班'],
    ['七年级', '七1班', '七年级', '(1)班'],
    ['Year 10', '10A', 'Year 10', 'A'],
    ['Year 10', '10A', 'y10', 'Class A'],
    ['Grade 7', 'Grade 7, Class 2', '7', '2'],
    ['三年级', '三年2班', '三年级', '2'],
    ['启航', '1班', '启航', '启航（1）班'],
    ['初三', '1班', '九年级', '九（1）班'],
    ['九年级', '初三（1）班', '初三', '1班'],
    ['Grade 10', '高一(3)班', '高一', '10.3'],
    ['G12', '3班', '高三', '高三3班'],
    ['十一年级', '2班', '', '高二（2）班'],
  ])('%s %s is %s %s', (g1, c1, g2, c2) => {
    expect(pairKey(g1, c1)).toBe(pairKey(g2 || undefined, c2))
  })

  it('and a class of the unit is found by either language, and by its name as a whole', () => {
    const keys = keysOfClass({ name: '启航', englishName: 'Sail' }, { name: '1班', englishName: 'Class 1' })
    for (const [grade, name] of [
      ['启航', '一班'],
      ['Sail', 'Class 1'],
      [undefined, '启航1班'],
      ['启航', 'class 1'],
    ] as const)
      expect(keys).toContain(pairKey(grade, name))
  })
})

describe('the forms of a grade', () => {
  it('meet in one key', () => {
    fc.assert(
      fc.property(grades12, fc.nat(), fc.nat(), (number, a, b) => {
        expect(gradeKey(one(gradeForms(number), a))).toBe(gradeKey(one(gradeForms(number), b)))
      }),
    )
  })

  it('are sorted by their meaning', () => {
    const given = ['高一', '六年级', '大班', 'Year 7', '一年级', '小班', '初三', '中班', '二年级', '高三']
    const sorted = ['小班', '中班', '大班', '一年级', '二年级', '六年级', 'Year 7', '初三', '高一', '高三']
    expect(given.toSorted((a, b) => (readGrade(a).rank ?? 0) - (readGrade(b).rank ?? 0))).toEqual(sorted)
    expect(['2024级', '2023级'].map((name) => readGrade(name).rank!)).toEqual([1076, 1077])
    expect(readGrade('启航').rank).toBeNull()
  })

  it('that may mean different grades are told apart, and say so', () => {
    expect([
      mayDiffer('Year 2', 'Grade 2'),
      mayDiffer('Year 2', '二年级'),
      mayDiffer('2年级', '二年级'),
      mayDiffer('2', 'Year 2'),
    ]).toEqual([true, true, false, false])
  })

  const grades = (...names: readonly (readonly [string, string?])[]) =>
    createGrades(names.map(([name, englishName = '']) => ({ name, englishName })))
  const read = (written: string, ...names: readonly (readonly [string, string?])[]) => {
    const { grade, isAlike, among, apart } = grades(...names).choose(written)
    return [grade?.name, isAlike, among.map(({ name }) => name), apart?.name]
  }

  it.each([
    ['初三', [['九年级']], ['九年级', false, [], undefined]],
    ['Grade 10', [['高一']], ['高一', true, [], undefined]],
    ['Year 7', [['Year 7'], ['Grade 7']], ['Year 7', false, [], undefined]],
    ['Year 7', [['Grade 7']], [undefined, false, [], 'Grade 7']],
    ['Grade 7', [['七年级', 'Year 7']], ['七年级', true, [], undefined]],
    ['7', [['Year 7']], ['Year 7', false, [], undefined]],
    ['7', [['Year 7'], ['Grade 7']], [undefined, false, ['Year 7', 'Grade 7'], undefined]],
    ['Year 7', [['七年级']], ['七年级', true, [], undefined]],
    ['Year 7', [['七年级', 'Grade 7']], [undefined, false, [], '七年级']],
    ['初三', [['九年级'], ['初四']], [undefined, false, ['九年级'], undefined]],
    ['八年级', [['初一'], ['初二'], ['初三'], ['初四']], [undefined, false, ['初二'], undefined]],
    ['初二', [['初二'], ['初四'], ['八年级']], ['初二', false, [], undefined]],
  ] as const)('%s in a school with %j', (written, names, expected) => {
    expect(read(written, ...names)).toEqual(expected)
  })

  it('of England and of America never meet, however they are written', () => {
    fc.assert(
      fc.property(
        grades12,
        grades12,
        fc.constantFrom('Year ', 'Y', 'yr '),
        fc.constantFrom('Grade ', 'G', 'gr'),
        (a, b, y, g) => {
          expect(gradeKey(`${y}${a}`)).not.toBe(gradeKey(`${g}${b}`))
          expect(grades([`${g}${b}`]).choose(`${y}${a}`).grade).toBeUndefined()
        },
      ),
    )
  })

  it('never throw, and are the same when they are read again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        (grade, name) => {
          expect(pairKey(grade, name)).toBe(pairKey(grade, name))
          expect(classKey(classKey(name))).toBeTypeOf('string')
          gradeInClass(name)
          isOtherGrade(grade, name)
        },
      ),
    )
  })
})

it('a class that says another grade than its column is noticed', () => {
  expect([
    isOtherGrade('一年级', '二年级1班'),
    isOtherGrade('初一', '七年级1班'),
    isOtherGrade('一年级', '一(2)班'),
    isOtherGrade('一年级', '1班'),
    isOtherGrade('高二', '高一（3）班'),
    isOtherGrade('九年级', '初三（3）班'),
  ]).toEqual([true, false, false, false, true, false])
})

it('a new grade stands before the first higher one, and one without a number at the end', () => {
  expect(placeOfGrade([1, 3, null, 7], 2)).toBe(1)
  expect(placeOfGrade([1, 3, null, 7], 9)).toBe(4)
  expect(placeOfGrade([1, 3], null)).toBe(2)
})
