import { expect, it } from 'vitest'
import type { OwnPupil } from '../../../contract/endpoints/people/own-classes.ts'
import { findPupils } from './find-pupils.ts'

const pupil = (studentId: string, of: Partial<OwnPupil>): OwnPupil => ({
  studentId,
  realName: studentId,
  englishName: '',
  number: studentId,
  sex: null,
  loginName: studentId,
  lastSignIn: '2026-09-01T00:00:00Z',
  password: 'own',
  mayReset: true,
  ...of,
})
const ALL = [
  pupil('a', {}),
  pupil('b', { lastSignIn: null, password: 'first' }),
  pupil('c', { loginName: null, lastSignIn: null, password: 'none' }),
  pupil('d', { password: 'first' }),
  pupil('e', { password: 'lapsed' }),
]

it.each([
  ['all', 'abcde'],
  ['never', 'b'],
  ['first', 'bde'],
] as const)('shows %s: %s', (shown, ids) => {
  expect(
    findPupils(ALL, shown)
      .map(({ studentId }) => studentId)
      .join(''),
  ).toBe(ids)
})
