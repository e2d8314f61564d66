import { expect, it } from 'vitest'
import { measureSkew } from './station-queue.ts'

it('takes the server to have told its time in the middle of the greeting', () => {
  expect(measureSkew({ sentAt: 1000, answeredAt: 1200, serverTime: 6100 })).toBe(5000)
  expect(measureSkew({ sentAt: 1000, answeredAt: 1001, serverTime: 500 })).toBe(-500)
})

it('measures nothing where the answer was slow, or the clock was set meanwhile', () => {
  expect(measureSkew({ sentAt: 1000, answeredAt: 3001, serverTime: 6100 })).toBeNull()
  expect(measureSkew({ sentAt: 1000, answeredAt: 900, serverTime: 6100 })).toBeNull()
})
