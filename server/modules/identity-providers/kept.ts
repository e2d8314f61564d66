/** Remembers what is dear to get: at most so many things, each for its own time; failures are not kept. */
export interface Kept<T> {
  /** What is kept under a key, or what `make` gives: its value, and milliseconds for which it may be kept. Who asks meanwhile waits for the same. */
  get(key: string, make: () => Promise<{ value: T; keep: number }>): Promise<T>
  forget(key: string): void
}

/** An empty memory. The thing that was asked for longest ago gives way. */
export function createKept<T>(limit: number, now: () => number = () => performance.now()): Kept<T> {
  const things = new Map<string, { made: Promise<{ value: T; keep: number }>; until: number }>()
  return {
    async get(key, make) {
      const found = things.get(key)
      things.delete(key)
      if (found && found.until > now()) {
        things.set(key, found)
        return (await found.made).value
      }
      const thing = { made: make(), until: Infinity }
      things.set(key, thing)
      for (const oldest of things.keys()) if (things.size > limit) things.delete(oldest)
      try {
        const { value, keep } = await thing.made
        thing.until = now() + keep
        return value
      } catch (error) {
        if (things.get(key) === thing) things.delete(key)
        throw error
      }
    },
    forget(key) {
      things.delete(key)
    },
  }
}
