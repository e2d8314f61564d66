import { expect, it } from 'vitest'
import { newGuardian } from './guardians.ts'

it.each(['\u200B', ' \u2060\uFEFF ', '\u3164', ''])(
  'a new guardian’s name is not %j, which shows nothing',
  (realName) => {
    expect(newGuardian.safeParse({ realName, phone: '13911140001' }).error?.issues[0]?.path).toEqual(['realName'])
  },
)

it('a new guardian’s name is stored as the names of all people', () => {
  expect(newGuardian.parse({ realName: '\u200B祁\u200E父 ', phone: '13911140001' }).realName).toBe('祁父')
})
