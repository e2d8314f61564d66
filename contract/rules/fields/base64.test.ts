import { expect, it } from 'vitest'
import { isBase64 } from './base64.ts'

it.each([
  'A',
  'aB+/9',
  'QQ==',
  'QUI=',
  'A'.repeat(64 * 1024),
  'A'.repeat(64 * 1024 + 1),
  `${'A'.repeat(20_000_000)}==`,
])('takes what base64 is written with (%#)', (text) => {
  expect(isBase64(text)).toBe(true)
})

it.each(['', '=', '==', 'A===', 'A=A', 'A B', 'A-_', 'A\n', 'é', `${'A'.repeat(64 * 1024)}-${'A'.repeat(64 * 1024)}`])(
  'refuses all else (%#)',
  (text) => {
    expect(isBase64(text)).toBe(false)
  },
)
