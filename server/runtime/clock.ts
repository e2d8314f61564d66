import { setTimeout as wait } from 'node:timers/promises'

/** Returns the current moment in milliseconds since 1970. `Date.now`, unless a test sets another one. */
export type Clock = () => number

/** Waits some milliseconds between two looks at something that announces itself in no other way. */
export async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds)
}
