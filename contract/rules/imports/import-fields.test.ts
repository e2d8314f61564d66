import { expect, it } from 'vitest'
import { fieldOf } from './import-fields.ts'

it.each([
  ['學號', 'number'],
  ['班級', 'class'],
  ['監護人1手機', 'guardian1Phone'],
  ['聯絡電話', undefined],
  ['班号', 'class'],
  ['家庭成员2联系电话', 'guardian2Phone'],
  ['家庭成员1姓名', 'guardian1Name'],
  ['家庭成员3关系', 'guardian3Relation'],
  ['Contact 1 Name', 'guardian1Name'],
  ['Contact 2 Relationship', 'guardian2Relation'],
  ['Contact 2 Mobile', 'guardian2Phone'],
  ['Parent/Carer 1 Telephone', 'guardian1Phone'],
  ['Reg Group', 'class'],
  ['Year', 'grade'],
  ['Adm No', 'number'],
  ['Legal Surname', 'surname'],
  ['Legal Forename', 'forename'],
])('the heading %s of a sheet of people is %s', (heading, field) => {
  expect(fieldOf('people', heading)).toBe(field)
})

it('a column Year of a sheet of classes is the school year', () => {
  expect(fieldOf('classes', 'Year')).toBe('year')
})
