import { describe, expect, it } from 'vitest'
import { checkRequirements, followsRule, isSameName } from './password.ts'

describe('the mixed rule', () => {
  it.each([
    ['letters with digits', 'Campus2026'],
    ['digits with signs', '1234567!'],
    ['letters with signs', 'abcdefg!'],
    ['exactly 8', 'abcdefg1'],
    ['exactly 20', 'abcdefghijklmnopqrs1'],
    ['an emoji, counted once', 'abcdef1🎒'],
    ['accented letters with a digit', 'éèêëàâä1'],
  ])('takes %s', (_what, password) => {
    expect(followsRule(password, 'mixed')).toBe(true)
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
    expect(followsRule(password, 'mixed')).toBe(false)
  })
})

describe('the simple rule', () => {
  it.each(['12345678', 'abcdefgh', 'ABCDEFGH', 'a_b.c@d-', 'abcdefghijklmnopqrst', '--------'])(
    'takes %j',
    (password) => {
      expect(followsRule(password, 'simple')).toBe(true)
    },
  )

  it.each(['', '1234567', 'abcdefghijklmnopqrstu', 'abcdefg!', 'abcd efgh', 'abcdefgé', 'abcdefg密', 'abcdefgh\n'])(
    'refuses %j',
    (password) => {
      expect(followsRule(password, 'simple')).toBe(false)
    },
  )
})

describe('checkRequirements', () => {
  const unmet = (...given: Parameters<typeof checkRequirements>) =>
    checkRequirements(...given)
      .filter(({ met }) => !met)
      .map(({ requirement }) => requirement)

  it('names what a rule asks for, in the order in which it is shown', () => {
    expect(checkRequirements('', 'mixed').map(({ requirement }) => requirement)).toEqual([
      'length',
      'noSpace',
      'noChinese',
      'mix',
    ])
    expect(checkRequirements('', 'simple', 'teacher').map(({ requirement }) => requirement)).toEqual([
      'length',
      'allowed',
      'notLoginName',
    ])
  })

  it.each([
    ['Campus2026', []],
    ['abc1', ['length']],
    ['abcdefgh', ['mix']],
    ['12345678', ['mix']],
    ['abcd 1234', ['noSpace']],
    ['密码abcd1234', ['noChinese']],
    ['密 码', ['length', 'noSpace', 'noChinese']],
    ['Teacher2026', ['notLoginName']],
  ])('says what %j lacks of the mixed rule', (password, lacking) => {
    expect(unmet(password, 'mixed', 'teacher2026')).toEqual(lacking)
  })

  it.each([
    ['abcdefgh', []],
    ['abcdefg!', ['allowed']],
    ['abc', ['length']],
    ['密码', ['length', 'allowed']],
  ])('says what %j lacks of the simple rule', (password, lacking) => {
    expect(unmet(password, 'simple')).toEqual(lacking)
  })

  it('finds nothing met in an empty password', () => {
    expect(checkRequirements('', 'mixed', 'teacher').some(({ met }) => met)).toBe(false)
  })

  it('counts a character that was typed as two code points once', () => {
    expect(followsRule('e\u0301abcdefghijklmnopqr1', 'mixed')).toBe(true)
    expect(isSameName('Re\u0301mi2026', ' r\u00e9mi2026')).toBe(true)
  })
})
