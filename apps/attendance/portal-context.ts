import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Language } from '../../contract/envelope.ts'
import type { Observable, Portal } from '../../src/app/micro-apps/micro-app.ts'

/** The user type of parents. */
export const PARENT = 3

/** Carries what the shell gave to `mount`. */
export const PortalContext = createContext<Portal | null>(null)

/** What the shell gave to `mount`; throws outside of the application's root. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('a component of attendance stands outside of its PortalContext')
  return portal
}

/** The current value of something of the shell's; the component is drawn again when it changes. */
export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(
    (listener) => observable.subscribe(listener),
    () => observable.current,
  )
}

/** The language in which the application is drawn. */
export function useLanguage(): Language {
  return useObservable(usePortal().language)
}
