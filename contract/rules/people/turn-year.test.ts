import { expect, it } from 'vitest'
import { checkTurn, countTurn, nextClassName, oddSteps, previewTurn, suggestTurn } from './turn-year.ts'

const GRADES = ['一', '二', '三'].map((name, at) => ({
  gradeId: `g${at + 1}`,
  name: `${name}年级`,
  englishName: `Grade ${at + 1}`,
}))
const HEAD = { userId: 'head', realName: '林致远', englishName: '' }
const classOf = (classId: string, grade: number, name: string, students: number, campusId: string | null = null) => ({
  classId,
  gradeId: `g${grade}`,
  campusId,
  name,
  englishName: '',
  headTeacher: grade === 3 ? null : HEAD,
  students,
})
const STATE = {
  grades: GRADES,
  classes: [classOf('a', 1, '1班', 30), classOf('b', 2, '1班', 28), classOf('c', 3, '1班', 25)],
}

it.each([
  ['四(1)班', '五(1)班'],
  ['四（10）班', '五（10）班'],
  ['四年级1班', '五年级1班'],
  ['四1班', '五1班'],
  ['4A', '5A'],
  ['4-2', '5-2'],
  ['401班', '501班'],
  // These count within the grade.
  ['4班', '4班'],
  ['四班', '四班'],
  ['41班', '41班'],
  ['14班', '14班'],
  ['1班', '1班'],
  ['火箭班', '火箭班'],
])('the class %s is called %s in the next grade', (before, after) => {
  const [from, to] = [
    { name: '四年级', englishName: 'Grade 4' },
    { name: '五年级', englishName: 'Grade 5' },
  ]
  expect(nextClassName({ name: before, englishName: 'Grade 4 Class 1' }, from, to)).toEqual({
    name: after,
    englishName: 'Grade 5 Class 1',
  })
})

it('names follow grades without a number, and of two digits', () => {
  const [first, second] = [
    { name: '高一', englishName: '' },
    { name: '高二', englishName: '' },
  ]
  expect(nextClassName({ name: '高一(3)班', englishName: '' }, first, second).name).toBe('高二(3)班')
  const [nine, ten] = [
    { name: '九年级', englishName: '' },
    { name: '十年级', englishName: '' },
  ]
  expect(nextClassName({ name: '九(3)班', englishName: '' }, nine, ten).name).toBe('十(3)班')
})

it('suggests that classes go on with their class teacher, the last grade graduates, and the first grade begins anew', () => {
  const plan = suggestTurn(STATE)
  expect(plan.classes.map(({ classId, gradeId, headTeacherId }) => [classId, gradeId, headTeacherId])).toEqual([
    ['a', 'g2', 'head'],
    ['b', 'g3', 'head'],
    ['c', null, null],
  ])
  expect(plan.newClasses).toEqual([
    { key: 'new-1', gradeId: 'g1', campusId: null, name: '1班', englishName: '', headTeacherId: null },
  ])
  expect(checkTurn(STATE, { ...plan, pupils: [] })).toEqual([])
})

it('counts what becomes of each class', () => {
  const home = new Map([
    ['p1', 'a'],
    ['p2', 'c'],
    ['p3', 'b'],
  ])
  const pupils = [
    { studentId: 'p1', into: 'new-1' },
    { studentId: 'p2', into: 'b' },
    { studentId: 'p3', into: null },
  ]
  const turned = previewTurn(STATE, { ...suggestTurn(STATE), pupils }, home)
  expect(turned.map(({ id, before, leave, out, in: into, after }) => [id, before, leave, out, into, after])).toEqual([
    ['a', 30, 0, 1, 0, 29],
    ['b', 28, 1, 0, 1, 28],
    ['c', 25, 0, 1, 0, 24],
    ['new-1', 0, 0, 0, 1, 1],
  ])
  expect(countTurn(turned)).toEqual({
    promoted: 2,
    graduatedClasses: 1,
    newClasses: 1,
    graduated: 24,
    left: 1,
    changed: 2,
  })
})

it('refuses two classes of one name in a grade, but not on two campuses', () => {
  const plan = suggestTurn(STATE)
  const twice = { ...plan, newClasses: [{ ...plan.newClasses[0]!, gradeId: 'g2' }], pupils: [] }
  expect(checkTurn(STATE, twice)).toEqual([{ code: 'year.class_twice', id: 'new-1' }])
  const apart = { ...twice, newClasses: [{ ...twice.newClasses[0]!, campusId: 'k' }] }
  expect(checkTurn(STATE, apart)).toEqual([])
})

it.each(['c', 'unknown', 'new-7'])('refuses that a pupil goes to the class %s', (into) => {
  const plan = { ...suggestTurn(STATE), pupils: [{ studentId: 'p', into }] }
  expect(checkTurn(STATE, plan)).toEqual([{ code: 'year.wrong_class', id: 'p' }])
})

it('a new class has the name of another one in any form', () => {
  const plan = suggestTurn(STATE)
  const twice = {
    ...plan,
    newClasses: [...plan.newClasses, { ...plan.newClasses[0]!, key: 'x', name: '一（1）班' }],
    pupils: [],
  }
  expect(checkTurn(STATE, twice)).toEqual([{ code: 'year.class_twice', id: 'x' }])
})

it('notices steps that go down or over a grade, by what the grades mean', () => {
  // In the order of the file that they came from, in which the next grade of the first is the third.
  const grades = [GRADES[0]!, GRADES[2]!, GRADES[1]!, { gradeId: 'x', name: '启航', englishName: '' }]
  const state = { ...STATE, grades, classes: [...STATE.classes, classOf('d', 2, '2班', 20)] }
  expect(oddSteps(state, suggestTurn(state)).map(({ id, direction }) => [id, direction])).toEqual([
    ['a', 'over'],
    ['c', 'down'],
  ])
  expect(oddSteps(STATE, suggestTurn(STATE))).toEqual([])
})
