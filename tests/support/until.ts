import { setTimeout as pause } from 'node:timers/promises'

const INTERVAL = 25
const PATIENCE = 100_000

/** Asks again and again until there is an answer other than undefined, null or false, and returns it. Throws after `patience` ms. */
export async function until<T>(
  ask: () => T | Promise<T>,
  options: { patience?: number; interval?: number; what?: string } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const { patience = PATIENCE, interval = INTERVAL, what = 'an answer' } = options
  const deadline = performance.now() + patience
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    if (performance.now() > deadline) throw new Error(`waited ${patience / 1000} s in vain for ${what}`)
    await pause(interval)
  }
}

function isThere<T>(answer: T): answer is Exclude<T, undefined | null | false> {
  return answer !== undefined && answer !== null && answer !== false
}
