import { expect, it } from 'vitest'
import { isFacePin } from './face-pin.ts'

it('A PIN has 6 to 12 digits that are no row and not all the same', () => {
  for (const good of ['194725', '112233', '010203040506', '135791']) expect(isFacePin(good)).toBe(true)
  const bad = ['', '19472', '1947251947251', '000000', '123456', '890123', '654321', '321098', '12a456', '１９４７２５']
  for (const one of bad) expect(isFacePin(one)).toBe(false)
})
