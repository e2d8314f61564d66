import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as fields from './fields.ts'

const REFUSED = 'refused'

/** What the schema makes of each value: its output, or REFUSED. */
function outcomes(schema: z.core.$ZodType, ...values: unknown[]): unknown[] {
  return values.map((value) => {
    const parsed = z.safeParse(schema, value)
    return parsed.success ? parsed.data : REFUSED
  })
}

/** The values that the schema takes. */
function taken(schema: z.core.$ZodType, values: unknown[]): unknown[] {
  return values.filter((value) => z.safeParse(schema, value).success)
}

describe('id', () => {
  it('takes letters, digits, underscore and hyphen, up to 64', () => {
    const ids = ['a', '0', 'a_b-C9', 'x'.repeat(64)]
    expect(outcomes(fields.id, ...ids)).toEqual(ids)
  })

  it('refuses what could leave a path or a query', () => {
    const ids = ['', 'x'.repeat(65), '../a', 'a/b', 'a b', 'a.b', 'a\n', '学校', "a'", 1, null, undefined]
    expect(taken(fields.id, ids)).toEqual([])
  })
})

describe('text', () => {
  it('takes any language, tabs and line breaks within its length', () => {
    const texts = ['', '期末考试', '🎒', 'a\tb\r\nc', '1234567890']
    expect(outcomes(fields.text(10), ...texts)).toEqual(texts)
  })

  it('refuses control characters, and those that no XML may have', () => {
    expect(
      taken(fields.text(10), ['a\uffff', '\ufffe', '\u0000', 'a\u0008', '\u000b', '\u001b[31m', '\u007f']),
    ).toEqual([])
  })

  it('refuses what is too long, too short or no text', () => {
    expect(taken(fields.text(10, 1), ['12345678901', '', 5, undefined, null])).toEqual([])
  })
})

describe('wholeNumber', () => {
  const schema = fields.wholeNumber(1, 1000)

  it('takes numbers and digits as text, limits included', () => {
    expect(outcomes(schema, 1, 1000, '1', '1000', '0042')).toEqual([1, 1000, 1, 1000, 42])
  })

  it('refuses everything else', () => {
    const numbers = [0, 1001, 1.5, -1, Number.NaN, Infinity]
    const texts = ['', ' 1', '1.0', '-1', '+1', '1e2', '0x10', '１', '1'.repeat(17)]
    expect(taken(schema, [...numbers, ...texts, true, null, undefined])).toEqual([])
  })

  it('refuses numbers that a double cannot tell apart', () => {
    expect(taken(fields.wholeNumber(0, 2 ** 60), ['9007199254740993', 2 ** 54])).toEqual([])
  })
})

describe('flag', () => {
  it('takes booleans and their texts', () => {
    expect(outcomes(fields.flag, true, 'true', '1')).toEqual([true, true, true])
    expect(outcomes(fields.flag, false, 'false', '0', '')).toEqual([false, false, false, false])
  })

  it('refuses everything else', () => {
    expect(taken(fields.flag, ['yes', 'TRUE', ' true', 1, 0, null, undefined])).toEqual([])
  })
})

describe('md5', () => {
  it('takes 32 hexadecimal digits and gives them in lower case', () => {
    const lower = 'd41d8cd98f00b204e9800998ecf8427e'
    expect(outcomes(fields.md5, lower, lower.toUpperCase())).toEqual([lower, lower])
  })

  it('refuses everything else', () => {
    const wrong = ['', 'd41d8cd98f00b204e9800998ecf8427', 'a'.repeat(33), 'g'.repeat(32), `../${'a'.repeat(29)}`]
    expect(taken(fields.md5, wrong)).toEqual([])
  })
})

describe('moment', () => {
  it('takes what Date writes', () => {
    const moments = [new Date(0).toISOString(), '2026-11-20T09:30:00Z']
    expect(outcomes(fields.moment, ...moments)).toEqual(moments)
  })

  it('refuses other zones and other shapes', () => {
    const wrong = ['2026-11-20', '2026-11-20 09:30:00', '2026-11-20T09:30:00+08:00', '', 0]
    expect(taken(fields.moment, wrong)).toEqual([])
  })
})

describe('the fixed values', () => {
  it('are exactly those of the specification', () => {
    expect(taken(fields.nothing, [{}, null])).toEqual([{}])
    expect(taken(fields.success, ['success', 'ok', true])).toEqual(['success'])
    expect(taken(fields.userType, [0, 1, 2, 3, 4, 5, '2', null])).toEqual([1, 2, 3, 4])
    expect(taken(fields.unitType, ['0', '1', '2', '3', 1, 2])).toEqual(['0', '1', '2'])
  })
})

describe('typedNumber', () => {
  const percent = fields.typedNumber(3, z.nullable(fields.integer({ least: 20, most: 60 })))

  it('reads whole numbers within the limits, in full width as well, and nothing as null', () => {
    expect(outcomes(percent, '20', ' 60 ', '４２', '', ' ')).toEqual([20, 60, 42, null, null])
    expect(taken(percent, ['19', '61', '3e1', '-30', '0042', 42])).toEqual([])
  })

  it('needs a number where null is none', () => {
    expect(taken(fields.typedNumber(3, fields.integer({ least: 0, most: 9 })), ['', '5'])).toEqual(['5'])
  })
})

describe('filled', () => {
  it('trims, and refuses blank text by a code', () => {
    expect(outcomes(fields.filled(3), ' a ', 'abc', 'abcd', '\u0000')).toEqual(['a', 'abc', REFUSED, REFUSED])
    expect(fields.filled(3).safeParse('  ').error?.issues).toMatchObject([{ message: 'field.required' }])
  })
})

it('filled text has something to see', () => {
  expect(taken(fields.filled(10), ['', '  ', '\u200b', '\u202e \ufeff', '\u3000'])).toEqual([])
  expect(outcomes(fields.filled(10), ' 校 ', '👩‍🏫')).toEqual(['校', '👩‍🏫'])
})
