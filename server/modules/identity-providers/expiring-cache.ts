/** Remembers what is dear to get: at most so many things, each for its own time; failures are not kept. */
export interface ExpiringCache<T> {
  /** What is kept under a key, or what `make` gives: its value, and milliseconds for which it may be kept. Who asks meanwhile waits for the same. */
  get(key: string, make: () => Promise<{ value: T; keep: number }>): Promise<T>
  forget(key: string): void
}

/** An empty memory. The thing that was asked for longest ago gives way. */
export function createExpiringCache<T>(limit: number, now: () => number = () => performance.now()): ExpiringCache<T> {
  const entries = new Map<string, { made: Promise<{ value: T; keep: number }>; until: number }>()
  return {
    async get(key, make) {
      const found = entries.get(key)
      entries.delete(key)
      if (found && found.until > now()) {
        entries.set(key, found)
        return (await found.made).value
      }
      const entry = { made: make(), until: Infinity }
      entries.set(key, entry)
      for (const oldest of entries.keys()) if (entries.size > limit) entries.delete(oldest)
      try {
        const { value, keep } = await entry.made
        entry.until = now() + keep
        return value
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    forget(key) {
      entries.delete(key)
    },
  }
}
