/** A changing value: read `current` or subscribe. */
export interface Observable<T> {
  readonly current: T
  subscribe(listener: () => void): () => void
}

/** An observable that its owner can set. */
export interface SettableObservable<T> extends Observable<T> {
  set(value: T): void
}

/** Returns an observable holding `initial`; listeners run only when the value changes. */
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
