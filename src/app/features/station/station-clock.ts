import type { ClockReading } from '../../../../contract/endpoints/attendance/attendance-station.ts'

/** Milliseconds by which the two clocks may move apart between two readings; corrections of the system are smaller. */
const JUMP = 2000

export interface StationClock {
  /** Where the clocks stand. `moved`: milliseconds by which the clock of the device was set since the last reading; 0 within JUMP. */
  read(): ClockReading & { readonly moved: number }
}

/**
 * The clocks of a device. `performance.now()` goes on evenly when the clock is set, but on all systems except Windows it stands still while the device sleeps
 * (https://github.com/w3c/hr-time/issues/115), and after a reload it begins anew. Therefore a new boot begins whenever it and the clock have moved apart, whichever of the two
 * was the cause: times are told within a boot alone. Must be read more often than once in some minutes.
 */
export function createStationClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
  newBoot: () => string = () => crypto.randomUUID(),
): StationClock {
  let boot = newBoot()
  let last = { at: wall(), mono: monotonic() }
  return {
    read() {
      const now = { at: wall(), mono: monotonic() }
      const moved = now.at - last.at - (now.mono - last.mono)
      last = now
      const jumped = Math.abs(moved) > JUMP
      if (jumped) boot = newBoot()
      return { boot, at: Math.round(now.at), mono: Math.round(now.mono), moved: jumped ? Math.round(moved) : 0 }
    },
  }
}
