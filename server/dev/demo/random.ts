/** A source of numbers from 0 up to 1 that repeats itself for the same seed, so that every demo school has the same people. */
export type Random = () => number

/** Mulberry32: small, and even enough to draw names with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One item of a list that is not empty. */
export function pick<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
