import { useCallback, useSyncExternalStore } from 'react'
import type { Observable } from '../micro-app.ts'

/** The observable's present value; the component is drawn again when it changes. */
export function useObservable<T>(observable: Observable<T>): T {
  const subscribe = useCallback((listener: () => void) => observable.subscribe(listener), [observable])
  return useSyncExternalStore(subscribe, () => observable.current)
}
