import { expect, it } from 'vitest'
import { offersToTell } from './tell-when-done.ts'

const long = { active: 1, secondsLeft: 300 }

it('offers to tell who waits for long and was never asked', () => {
  expect(offersToTell(long, 'default')).toBe(true)
  expect(offersToTell({ active: 1, secondsLeft: 20 }, 'default')).toBe(false)
  expect(offersToTell({ active: 1, secondsLeft: null }, 'default')).toBe(false)
  expect(offersToTell({ active: 0, secondsLeft: 300 }, 'default')).toBe(false)
})

it('never asks again who has answered, nor where nothing can be shown', () => {
  for (const permission of ['granted', 'denied', 'impossible'] as const) {
    expect(offersToTell(long, permission)).toBe(false)
  }
})
