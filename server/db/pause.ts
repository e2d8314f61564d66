import { setTimeout as wait } from 'node:timers/promises'

/** Waits some milliseconds between two looks at something that announces itself in no other way. */
export async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds)
}
