import { describe, expect, it } from 'vitest'
import { isSimplePassword, isStrongPassword } from './password.ts'

describe('isStrongPassword', () => {
  it.each([
    ['letters with digits', 'Campus2026'],
    ['digits with signs', '1234567!'],
    ['letters with signs', 'abcdefg!'],
    ['exactly 8', 'abcdefg1'],
    ['exactly 20', 'abcdefghijklmnopqrs1'],
    ['an emoji, counted once', 'abcdef1🎒'],
    ['accented letters with a digit', 'éèêëàâä1'],
  ])('takes %s', (_what, password) => {
    expect(isStrongPassword(password)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['7 characters', 'abcdef1'],
    ['7 characters of which one is an emoji', 'abcde1🎒'],
    ['21 characters', 'abcdefghijklmnopqrst1'],
    ['only letters', 'abcdefgh'],
    ['only letters, some accented', 'abcdéfgh'],
    ['only digits', '12345678'],
    ['only full-width digits and digits', '1234567８'],
    ['only signs', '!!!!!!!!'],
    ['a space inside', 'abcd 1234'],
    ['a tab inside', 'abcd\t1234'],
    ['an ideographic space', 'abcd\u30001234'],
    ['a line break at the end', 'abcdefg1\n'],
    ['Chinese characters', 'abcd1234密'],
    ['a rare Chinese character outside the basic plane', 'abcd1234𠮷'],
  ])('refuses %s', (_what, password) => {
    expect(isStrongPassword(password)).toBe(false)
  })
})

describe('isSimplePassword', () => {
  it.each(['12345678', 'abcdefgh', 'ABCDEFGH', 'a_b.c@d-', 'abcdefghijklmnopqrst', '--------'])(
    'takes %j',
    (password) => {
      expect(isSimplePassword(password)).toBe(true)
    },
  )

  it.each(['', '1234567', 'abcdefghijklmnopqrstu', 'abcdefg!', 'abcd efgh', 'abcdefgé', 'abcdefg密', 'abcdefgh\n'])(
    'refuses %j',
    (password) => {
      expect(isSimplePassword(password)).toBe(false)
    },
  )
})
