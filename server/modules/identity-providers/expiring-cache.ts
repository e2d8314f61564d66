/** Remembers what is dear to get: at most so many things, each for its own time; failures are not kept. */
export interface ExpiringCache<T> {
  /** The cached value of a key, else that of `make`, kept for `keep` milliseconds. Concurrent calls share one `make`. */
  get(key: string, make: () => Promise<{ value: T; keep: number }>): Promise<T>
  forget(key: string): void
}

/** Creates an empty cache of at most `limit` entries; the least recently used one is evicted. */
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
