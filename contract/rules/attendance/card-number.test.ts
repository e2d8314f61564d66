import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_LENGTH, readCardNumber } from './card-number.ts'

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const number = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: CARD_LENGTH.least, maxLength: CARD_LENGTH.most })
  .map((letters) => letters.join(''))
const wide = (text: string) => text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))
const forms = (text: string) => [text, text.toLowerCase(), wide(text), wide(text.toLowerCase()), ` ${text}\u3000`]

describe('a card number', () => {
  it('is the same in any case and width, with any spaces, and keeps every letter and digit', () => {
    fc.assert(
      fc.property(number, fc.nat(), (written, form) => {
        const read = forms(written).map(readCardNumber)
        expect(read).toEqual(forms(written).map(() => written))
        const at = form % written.length
        expect(readCardNumber(`${written.slice(0, at)} ${written.slice(at)}`)).toBe(written)
      }),
    )
  })

  it('of digits stays as it was stored before there were letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4,20}$/), (digits) => {
        expect(readCardNumber(digits)).toBe(digits)
      }),
    )
  })

  it('is never a shorter one: what has anything else in it, or is too short or too long, is not read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (written) => {
        const read = readCardNumber(written)
        if (read === null) return
        expect(read).toMatch(/^[A-Z\d]{4,20}$/)
        expect(read.length).toBeGreaterThanOrEqual([...written.replaceAll(/\s/g, '')].length)
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(number, fc.constantFrom(...'-:;,.*#?_+é卡'), fc.nat(), (written, other, place) => {
        const at = place % (written.length + 1)
        expect(readCardNumber(written.slice(0, at) + other + written.slice(at))).toBeNull()
      }),
    )
    expect(readCardNumber('12A')).toBeNull()
    expect(readCardNumber('0'.repeat(CARD_LENGTH.most + 1))).toBeNull()
    expect(readCardNumber('04A22BC19F80')).not.toBe(readCardNumber('0422819F80'))
  })
})
