import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivered } from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { resultOf } from './show-result.ts'

const REFUSED: Delivered = { seq: 1, outcome: 'refused', code: 'face.unknown' }
const SHOWN = { kind: 'refused', code: 'face.unknown' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  let resolve: (delivered: Delivered) => void = () => {}
  const outcome = new Promise<Delivered>((settle) => (resolve = settle))
  const onLate = vi.fn<(result: unknown) => void>()
  return { resolve: (delivered: Delivered) => resolve(delivered), onLate, first: resultOf(outcome, 'in', onLate) }
}

test('an outcome within two seconds is what is shown, once', async () => {
  const { resolve, onLate, first } = begin()
  await vi.advanceTimersByTimeAsync(1999)
  resolve(REFUSED)
  expect(await first).toEqual(SHOWN)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onLate).not.toHaveBeenCalled()
})

test('a later one follows what says that it was kept', async () => {
  const { resolve, onLate, first } = begin()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await first).toEqual({ kind: 'kept', direction: 'in' })
  await vi.advanceTimersByTimeAsync(57_000)
  resolve(REFUSED)
  await vi.advanceTimersByTimeAsync(0)
  expect(onLate.mock.calls).toEqual([[SHOWN]])
})

test('one after a minute is shown to nobody', async () => {
  const { resolve, onLate } = begin()
  await vi.advanceTimersByTimeAsync(60_000)
  resolve(REFUSED)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onLate).not.toHaveBeenCalled()
})
