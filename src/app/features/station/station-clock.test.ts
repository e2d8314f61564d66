import { expect, it } from 'vitest'
import { createStationClock } from './station-clock.ts'

const START = Date.UTC(2026, 10, 24)

function makeDevice() {
  const device = { at: START, mono: 100, boots: 0 }
  const clock = createStationClock(
    () => device.at,
    () => device.mono,
    () => `boot-${(device.boots += 1)}`,
  )
  return {
    clock,
    pass(milliseconds: number) {
      device.at += milliseconds
      device.mono += milliseconds
    },
    set: (by: number) => (device.at += by),
  }
}

it('goes on evenly within a boot, also when the system corrects the clock by little', () => {
  const { clock, pass, set } = makeDevice()
  pass(60_000.4)
  set(900)
  expect(clock.read()).toEqual({ at: START + 60_900, mono: 60_100, boot: 'boot-1', moved: 0 })
  set(-900)
  expect(clock.read()).toMatchObject({ mono: 60_100, boot: 'boot-1', moved: 0 })
})

it.each([2 * 3_600_000, -2 * 3_600_000, -90 * 86_400_000, -START])(
  'begins a boot when the clock is set by %d, or the device sleeps',
  (by) => {
    const { clock, pass, set } = makeDevice()
    const before = clock.read()
    set(by)
    pass(1000)
    const after = clock.read()
    expect([before.boot, after.boot, after.moved]).toEqual(['boot-1', 'boot-2', by])
    pass(1000)
    expect(clock.read()).toMatchObject({ boot: 'boot-2', moved: 0 })
  },
)
