import { expect, it } from 'vitest'
import { bellText } from './counts.ts'

it('the bell says how many there are, up to 99+, and nothing for nothing', () => {
  expect([-1, 0, 1, 99, 100, 5000].map(bellText)).toEqual(['', '', '1', '99', '99+', '99+'])
})
