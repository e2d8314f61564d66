import { expect, it } from 'vitest'
import { isGuessable } from './guessable-passwords.ts'

const CONTEXT = ['zhanglihua', 'Northgate Middle School']

it.each([
  ['a common word with a year', 'Password2026'],
  ['with digits for letters', 'P@ssw0rd!'],
  ['a row of digits with a letter', 'a12345678'],
  ['a row of the alphabet', 'abcdefg123'],
  ['a row backwards', '87654321z'],
  ['one sign again and again', 'aaaaaaa1'],
  ['a walk over the keyboard', 'Qwerty123!'],
  ['a walk across its rows', '1qaz2wsx'],
  ['what means love', 'woaini1314'],
  ['a date of birth', '20120904a'],
  ['a word of a school', 'Teacher@123'],
  ['two words', 'admin-school'],
  ['the login name with a number', 'zhanglihua88'],
  ['the school’s name', 'Northgate2026'],
])('%s is easy to guess', (_, password) => {
  expect(isGuessable(password, CONTEXT)).toBe(true)
})

it.each([
  'Garden-2027',
  'kestrel7moss',
  'x7Kp-29qLm',
  'garden@school',
  'blue.Teapot44',
  '昨天下雨了吗九点',
  '84027361',
])('%s is not', (password) => {
  expect(isGuessable(password, CONTEXT)).toBe(false)
})

it('does not look at words of the context that are too short', () => {
  expect(isGuessable('lizard-pond', ['li', 'No. 1'])).toBe(false)
})
