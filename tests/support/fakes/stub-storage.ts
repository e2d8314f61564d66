import { vi } from 'vitest'

/** Gives the test a local storage in memory, and returns its entries. `vi.unstubAllGlobals()` takes it away again. */
export function stubLocalStorage(): Map<string, string> {
  return stubStorage('localStorage')
}

/** The same for the storage of a tab. */
export function stubSessionStorage(): Map<string, string> {
  return stubStorage('sessionStorage')
}

function stubStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const entries = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size
    },
  })
  return entries
}
