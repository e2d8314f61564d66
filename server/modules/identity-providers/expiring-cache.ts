/** Keeps at most `limit` values that are slow to get, each for its own time. The least recently used one is dropped first; failures are not kept. */
export function createExpiringCache<T>(limit: number, now: () => number = () => performance.now()) {
  const entries = new Map<string, { made: Promise<{ value: T; keep: number }>; until: number }>()
  return {
    /** Concurrent calls share one `make`; `keep` is in milliseconds. */
    async get(key: string, make: () => Promise<{ value: T; keep: number }>): Promise<T> {
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
    forget(key: string): void {
      entries.delete(key)
    },
  }
}
