/** A value that changes: read it, or hear of the next one. */
export interface Observable<T> {
  readonly current: T
  subscribe(listener: () => void): () => void
}

/** An observable that its owner can set. */
export interface SettableObservable<T> extends Observable<T> {
  set(value: T): void
}

/** Returns an observable holding `initial`; listeners hear of a value only when it differs from the one before. */
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
