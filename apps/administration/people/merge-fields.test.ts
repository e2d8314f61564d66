import { describe, expect, it } from 'vitest'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import { differences } from './merge-fields.ts'

const PUPIL: PersonPage = {
  kind: 'pupil',
  id: 'a',
  version: '',
  userId: 'u',
  userType: 1,
  realName: '慕容秋水',
  englishName: '',
  number: '1',
  loginName: 'one',
  sex: null,
  places: [],
  active: true,
  lastSignIn: null,
  password: 'none',
  birthday: null,
  email: null,
  phone: null,
  phoneShown: null,
  classId: 'c',
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  left: null,
  guardians: [],
  guardianCode: null,
  children: [],
  classes: [],
  history: [],
  roles: [],
  linked: null,
  signIn: { passkeys: 0, secondStep: false, identities: 0, devices: 0, sessions: 0 },
  details: { hasIdCard: false, hasNationalNumber: false, enrolledOn: null, nationality: null, ethnicGroup: null },
  storageUsed: 0,
  face: { consent: false, photos: 0 },
}

const fieldsOf = (keep: Partial<PersonPage>, gone: Partial<PersonPage>) =>
  differences({ ...PUPIL, ...keep }, { ...PUPIL, ...gone })

describe('the fields of two entries', () => {
  it('are no choice where they are alike', () => {
    expect(fieldsOf({}, {})).toEqual([])
  })

  it('are a choice where they differ, and that of the one who goes is better where the other has none', () => {
    expect(fieldsOf({ number: '1' }, { number: '2', englishName: 'Qiushui', sex: 2 })).toEqual([
      { field: 'englishName', isBetter: true },
      { field: 'number', isBetter: false },
      { field: 'sex', isBetter: true },
    ])
  })

  it('are those of an account only where both have one', () => {
    const theirs = { email: 'a@example.org', lastSignIn: '2026-03-02T00:00:00Z' }
    expect(fieldsOf({}, theirs).map(({ field }) => field)).toEqual(['email', 'signIn'])
    expect(fieldsOf({ userId: null }, theirs)).toEqual([])
  })

  it('have no class to take of a pupil who left, and none of a parent', () => {
    expect(fieldsOf({}, { classId: 'd' })).toEqual([{ field: 'place', isBetter: false }])
    expect(fieldsOf({}, { classId: null })).toEqual([])
    expect(fieldsOf({ kind: 'account', userType: 3 }, { classId: 'd' })).toEqual([])
  })
})
