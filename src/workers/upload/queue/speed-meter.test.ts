import { expect, it } from 'vitest'
import { createSpeedMeter } from './speed-meter.ts'

function meterAt() {
  const clock = { time: 0 }
  return { clock, meter: createSpeedMeter(() => clock.time) }
}

it('says nothing before there is something to measure', () => {
  const { clock, meter } = meterAt()
  expect(meter.note(0, 1000)).toEqual({ speed: null, secondsLeft: null })
  clock.time = 300
  expect(meter.note(100, 1000)).toEqual({ speed: null, secondsLeft: null })
})

it('counts from the first number on, not from zero', () => {
  const { clock, meter } = meterAt()
  meter.note(800, 1000)
  clock.time = 1000
  expect(meter.note(900, 1000)).toEqual({ speed: 100, secondsLeft: 1 })
})

it('follows a network that changes', () => {
  const { clock, meter } = meterAt()
  for (; clock.time <= 10_000; clock.time += 500) meter.note(clock.time, 100_000)
  const done = 10_000
  for (; clock.time <= 25_000; clock.time += 500) meter.note(done + (clock.time - 10_000) / 10, 100_000)
  expect(meter.note(done + (clock.time - 10_000) / 10, 100_000).speed).toBeCloseTo(100, 0)
})

it('never shows a negative speed, and no time left while nothing moves', () => {
  const { clock, meter } = meterAt()
  meter.note(500, 1000)
  clock.time = 1000
  expect(meter.note(400, 1000)).toEqual({ speed: 0, secondsLeft: null })
})

it('begins anew after a break', () => {
  const { clock, meter } = meterAt()
  meter.note(0, 1000)
  clock.time = 1000
  meter.note(500, 1000)
  clock.time = 60_000
  expect(meter.note(500, 1000).speed).toBeNull()
  clock.time = 61_000
  expect(meter.note(600, 1000).speed).toBe(100)
})
