import { expect, it } from 'vitest'
import { isPictureOf } from './picture-kind.ts'

const filled = (begin: Buffer) => Buffer.concat([begin, Buffer.alloc(20)])
const png = filled(Buffer.from('89504e470d0a1a0a', 'hex'))
const jpeg = filled(Buffer.from('ffd8ffe0', 'hex'))

it('knows a picture by its first bytes', () => {
  expect(isPictureOf('png', png)).toBe(true)
  expect(isPictureOf('jpg', jpeg)).toBe(true)
  expect(isPictureOf('jpeg', jpeg)).toBe(true)
  expect(isPictureOf('gif', filled(Buffer.from('GIF89a')))).toBe(true)
  expect(isPictureOf('bmp', filled(Buffer.from('BM')))).toBe(true)
  expect(isPictureOf('tif', filled(Buffer.from('4d4d002a', 'hex')))).toBe(true)
})

it('does not take one picture for another, a stump, or a format that is no picture', () => {
  expect(isPictureOf('png', jpeg)).toBe(false)
  expect(isPictureOf('png', png.subarray(0, 8))).toBe(false)
  expect(isPictureOf('svg', filled(Buffer.from('<svg')))).toBe(false)
  expect(isPictureOf('', png)).toBe(false)
})
