import { expect, it } from 'vitest'
import { hashPin, isPin, isPinForm } from './exit-pin.ts'

it('knows its PIN again, and no other', async () => {
  const known = await hashPin('246810')
  expect(await isPin('246810', known)).toBe(true)
  expect(await isPin('246811', known)).toBe(false)
  expect(await isPin('246810', await hashPin('135790'))).toBe(false)
})

it('takes six to twelve digits', () => {
  expect(['123456', '123456789012', '12345', '1234567890123', '12345a', ''].map(isPinForm)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
