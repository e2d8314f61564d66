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
  ['what means love for a lifetime, with more before it', '5845201314'],
  ['a Chinese name with a number', 'zhangwei88'],
  ['a Chinese name with a year', 'Wang.Xiaoming2012'],
  ['a Chinese word', 'caonima123'],
  ['a Chinese sentence', 'woaiwojia520'],
  ['a date of birth', '20120904a'],
  ['a word of a school', 'Teacher@123'],
  ['two words', 'admin-school'],
  ['the login name with a number', 'zhanglihua88'],
  ['the login name with a few signs', 'x7-zhanglihua-8f'],
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
  'zhanglihua-kx7w29',
  '昨天下雨了吗九点',
  '84027361',
])('%s is not', (password) => {
  expect(isGuessable(password, CONTEXT)).toBe(false)
})

it('does not look at words of the context that are too short', () => {
  expect(isGuessable('lizard-pond', ['li', 'No. 1'])).toBe(false)
})
