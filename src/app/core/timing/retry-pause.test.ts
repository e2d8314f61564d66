import { expect, it } from 'vitest'
import { retryPause } from './retry-pause.ts'

const pauses = { first: 1000, longest: 5000 }

it('doubles with each failure up to the longest pause', () => {
  expect([1, 2, 3, 4, 50, 5000].map((failures) => retryPause(failures, pauses, 0.5))).toEqual([
    1000, 2000, 4000, 5000, 5000, 5000,
  ])
})

it('differs from client to client by up to three tenths', () => {
  expect(retryPause(1, pauses, 0)).toBeCloseTo(700)
  expect(retryPause(1, pauses, 1)).toBeCloseTo(1300)
})
