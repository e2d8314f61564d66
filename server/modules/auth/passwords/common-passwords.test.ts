import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { PASSWORD_CHARACTERS } from '../../../../contract/rules/sign-in/password.ts'
import { isCommonPassword } from './common-passwords.ts'

it.each([
  'Liverpool1',
  'trustno1',
  'Q1W2E3R4',
  'ａ１２３４５６７８',
  'a123456789',
  '5201314',
  '!starwars!',
  'asd123456',
  'Snowball7!',
])('%s is on the list of common passwords', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['Garden-2027', 'kestrel7moss', 'x7Kp-29qLm', 'blue.Teapot44', '84027361'])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

it('has the ten thousand commonest, as far as a rule allows them', async () => {
  const commonest = dictionary['passwords-common']
    .slice(0, 10_000)
    .filter(({ length }) => length >= PASSWORD_CHARACTERS.least)
  expect(commonest.length).toBeGreaterThan(1000)
  const refused = await Promise.all(commonest.map((one) => isCommonPassword(one)))
  expect(commonest.filter((_, at) => !refused[at])).toEqual([])
})
