import { useCallback, useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

export function useObservable<T>(observable: Observable<T>): T {
  const subscribe = useCallback((listener: () => void) => observable.subscribe(listener), [observable])
  const current = () => observable.current
  // The same for the prerendered document, which is hydrated in the state it was delivered in.
  return useSyncExternalStore(subscribe, current, current)
}
