import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hasField, personForm, typedPerson, type TypedPerson } from './person-form.ts'

const PUPIL: TypedPerson = {
  ...typedPerson(null, 'c1'),
  realName: ' 林溪 ',
  number: '0012',
  sex: '2',
  birthday: '2016-03-09',
}

const problems = (typed: TypedPerson) => {
  const parsed = z.safeParse(personForm, typed)
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.')).toSorted()
}

describe('the form of a person', () => {
  it('a pupil needs a name, a number and a class, and may be without an account', () => {
    expect(z.parse(personForm, PUPIL)).toEqual({
      userType: 1,
      realName: '林溪',
      englishName: '',
      number: '0012',
      loginName: '',
      sex: 2,
      birthday: '2016-03-09',
      classId: 'c1',
      departmentId: null,
      positionTitle: '',
      englishPositionTitle: '',
      email: null,
      phone: null,
      nationality: null,
    })
    expect(problems({ ...PUPIL, realName: ' ', number: ' ', classId: '' })).toEqual(['classId', 'number', 'realName'])
  })

  it('a pupil who has left needs no class', () => {
    expect(problems({ ...PUPIL, classId: '', hasLeft: true })).toEqual([])
  })

  it('all others need a login name, and parents no number', () => {
    expect(problems({ ...PUPIL, userType: '3', number: '', classId: '' })).toEqual(['loginName'])
    expect(problems({ ...PUPIL, userType: '2', number: '' })).toEqual(['loginName', 'number'])
  })

  it('what was typed for another type is left out', () => {
    const teacher = z.parse(personForm, { ...PUPIL, userType: '2', loginName: 'lin', positionTitle: '教师' })
    expect(teacher).toMatchObject({ userType: 2, classId: null, birthday: null, positionTitle: '教师' })
    expect(z.parse(personForm, { ...PUPIL, positionTitle: '教师' }).positionTitle).toBe('')
  })

  it('addresses and dates are checked where they are typed', () => {
    expect(problems({ ...PUPIL, birthday: '2016-13-40', email: 'lin', phone: 'none', loginName: 'a b' })).toEqual([
      'birthday',
      'email',
      'loginName',
      'phone',
    ])
  })

  it('an identity number is checked where it is typed; empty keeps what there is, and it can be removed', () => {
    expect(problems({ ...PUPIL, idCard: 'E12345678' })).toEqual(['idCard'])
    expect(z.parse(personForm, { ...PUPIL, idCard: ' 110105491231002 ' }).idCard).toBe('110105491231002')
    expect(z.parse(personForm, PUPIL).idCard).toBeUndefined()
    expect(z.parse(personForm, { ...PUPIL, idCard: 'E12345678', removesIdCard: true }).idCard).toBeNull()
  })

  it('a nationality is one of the countries and regions, of which parents have none', () => {
    expect(z.parse(personForm, { ...PUPIL, nationality: 'FR' }).nationality).toBe('FR')
    const parent = { ...PUPIL, userType: '3' as const, loginName: 'lin', nationality: 'FR' }
    expect(z.parse(personForm, parent).nationality).toBeNull()
  })

  it('each type has its own fields', () => {
    expect(hasField('1', 'classId')).toBe(true)
    expect(hasField('3', 'number')).toBe(false)
    expect(hasField('4', 'departmentId')).toBe(true)
  })
})
