import { beforeEach, expect, it } from 'vitest'
import { keepTracking } from './track-face.ts'

let left: AbortController
let waits: number[]
let told: boolean[]

beforeEach(() => {
  left = new AbortController()
  waits = []
  told = []
})

/** Tracks until so many waits are over. */
function keep(track: (works: () => void) => Promise<unknown>, most: number): Promise<void> {
  return keepTracking(
    left.signal,
    track,
    {
      async wait(signal, milliseconds) {
        waits.push(milliseconds)
        if (waits.length === most) left.abort()
        signal.throwIfAborted()
      },
      random: () => 0.5,
    },
    (isFailing) => told.push(isFailing),
  )
}

it('begins anew after pauses that grow to a minute', async () => {
  await keep(() => Promise.reject(new Error('broken')), 7)
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000])
  expect(told).toEqual(waits.map(() => true))
})

it('has all its patience again once a frame was looked at, and tells so', async () => {
  await keep((works) => {
    if (waits.length === 2) works()
    return Promise.reject(new Error('broken'))
  }, 4)
  expect(waits).toEqual([3000, 6000, 3000, 6000])
  expect(told).toEqual([true, true, false, true, true])
})

it('ends with its signal and tells nothing of that', async () => {
  await keep(async () => {
    left.abort()
    throw left.signal.reason
  }, 1)
  expect([waits, told]).toEqual([[], []])
})
