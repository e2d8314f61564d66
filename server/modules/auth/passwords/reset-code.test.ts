import { expect, test } from 'vitest'
import { createCode, readCode } from './reset-code.ts'

test('a code has eight signs, none of which is taken for another', () => {
  const codes = Array.from({ length: 500 }, createCode)
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(new Set(codes).size).toBe(codes.length)
  // Each sign comes up: 4,000 draws of 32.
  expect(new Set(codes.join('')).size).toBe(32)
})

test.each(['ABCD2345', 'abcd2345', ' ABCD-2345 ', 'abcd 23 45', 'ABCD–2345', 'ＡＢＣＤ２３４５', 'ABCD\u30002345'])(
  'a code is read however it was typed: %j',
  (typed) => {
    expect(readCode(typed)).toBe('ABCD2345')
  },
)
