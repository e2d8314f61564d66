import { expect, it } from 'vitest'
import { isContact } from './contact.ts'

it.each(['', '0571 8888 6666', '0571-88886666', '110', '-', ' '])('takes %j', (number) => {
  expect(isContact(number)).toBe(true)
})

it.each(['+86 571', '(0571) 88886666', '0571–8888', '88886666转8', '8888\t6666', '8888\n', 'abc', '８８８８'])(
  'refuses %j',
  (number) => {
    expect(isContact(number)).toBe(false)
  },
)
