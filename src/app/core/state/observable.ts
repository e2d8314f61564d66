export interface Observable<T> {
  readonly current: T
  subscribe(listener: () => void): () => void
}

export interface SettableObservable<T> extends Observable<T> {
  set(value: T): void
}

/** Listeners run only when the value changes. */
export function createObservable<T>(initial: T): SettableObservable<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get current() {
      return current
    },
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
