import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds since 1970. `Date.now`, unless a test sets another one. */
export type Clock = () => number

/** For polling what announces itself in no other way. */
export async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds)
}
