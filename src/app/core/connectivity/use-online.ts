import { useObservable } from '../state/use-observable.ts'
import { online } from './online.ts'

export function useOnline(): boolean {
  return useObservable(online)
}
