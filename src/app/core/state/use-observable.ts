import { useCallback, useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The observable's present value; the component is drawn again when it changes. */
export function useObservable<T>(observable: Observable<T>): T {
  const subscribe = useCallback((listener: () => void) => observable.subscribe(listener), [observable])
  const current = () => observable.current
  // The same on the server side: a delivered document is adopted in the state it was delivered in.
  return useSyncExternalStore(subscribe, current, current)
}
