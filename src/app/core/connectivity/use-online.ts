import { useObservable } from '../state/use-observable.ts'
import { online } from './online.ts'

/** Whether the server can be reached; the component is drawn again when that changes. */
export function useOnline(): boolean {
  return useObservable(online)
}
