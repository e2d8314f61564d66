import { describe, expect, it } from 'vitest'
import { hasValidIdCardChecksum, isIdCard, isTypedIdCard } from './id-card.ts'

describe('isIdCard', () => {
  it.each(['110105491231002', '11010519491231002X', '11010519491231002x', '440524188001010014', '000000000000000'])(
    'takes %s',
    (number) => {
      expect(isIdCard(number)).toBe(true)
    },
  )

  it.each([
    '',
    '11010549123100',
    '1101054912310022',
    '1101051949123100',
    '11010519491231002XX',
    '11010519491231002Y',
    'X1010519491231002X',
    '1101054912310X2',
    ' 110105491231002',
    '110105491231002\n',
    '１１０１０５４９１２３１００２',
  ])('refuses %j', (number) => {
    expect(isIdCard(number)).toBe(false)
  })
})

describe('hasValidIdCardChecksum', () => {
  // The two examples printed in GB 11643.
  it.each(['11010519491231002X', '11010519491231002x', '440524188001010014'])('agrees with %s', (number) => {
    expect(hasValidIdCardChecksum(number)).toBe(true)
  })

  it('accepts exactly one check character for given digits', () => {
    const valid = Array.from('0123456789X').filter((last) => hasValidIdCardChecksum(`11010519491231002${last}`))
    expect(valid).toEqual(['X'])
  })

  it('notices every single wrong digit', () => {
    const number = '440524188001010014'
    const wrong = Array.from(
      number.slice(0, 17),
      (digit, at) => number.slice(0, at) + ((Number(digit) + 1) % 10) + number.slice(at + 1),
    )
    expect(wrong.filter(hasValidIdCardChecksum)).toEqual([])
  })

  it('notices two neighbours that changed places', () => {
    expect(hasValidIdCardChecksum('440542188001010014')).toBe(false)
  })

  it.each(['', '110105491231002', '44052418800101001', 'abcdefghijklmnopqr'])('is false for %j', (number) => {
    expect(hasValidIdCardChecksum(number)).toBe(false)
  })
})

describe('isTypedIdCard', () => {
  it.each(['110105491231002', '11010519491231002x', ' 110105 19491231 002X ', '１１０１０５１９４９１２３１００２Ｘ'])(
    'takes %j',
    (text) => {
      expect(isTypedIdCard(text)).toBe(true)
    },
  )

  it.each(['', 'E12345678', '1101051949123100', '110105194912310021', '11010519491231002Y'])('refuses %j', (text) => {
    expect(isTypedIdCard(text)).toBe(false)
  })
})
