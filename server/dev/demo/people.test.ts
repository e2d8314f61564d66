import { expect, test } from 'vitest'
import { createRandom, NameSource } from './names.ts'
import { createPeople } from './people.ts'
import { demoUnits } from './units.ts'

test('a demo unit has the same people each time it is made', () => {
  for (const unit of demoUnits) {
    const names = () => createPeople(unit).accounts.map(({ loginName, realName }) => `${loginName} ${realName}`)
    expect(names()).toEqual(names())
    expect(new Set(names()).size).toBe(names().length)
  }
})

test('every name is written in characters and in pinyin', () => {
  for (const unit of demoUnits) {
    const { accounts, staff, students } = createPeople(unit)
    const pinyin = [...staff, ...students].map(({ englishName }) => englishName)
    expect(accounts.filter(({ realName }) => !/^\p{Script=Han}{2,4}$/u.test(realName))).toEqual([])
    expect(pinyin.filter((name) => !/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u.test(name))).toEqual([])
  }
})

test('a family that has used up its names is an error, not an endless search', () => {
  const names = new NameSource(createRandom(1))
  const surname = names.drawSurname()
  expect(() => {
    for (let count = 0; count < 100; count++) names.draw('boy', surname)
  }).toThrow('No boy name is left')
})
