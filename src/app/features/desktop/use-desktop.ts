import { useSnapshot } from 'valtio/react'
import { desktop, type DesktopState } from './desktop-store.ts'

/** What the desktop shows; the component is drawn again when it changes. */
export function useDesktop(): DesktopState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data are held by ref: what comes back is the very object, not a frozen copy
  return useSnapshot(desktop).state as DesktopState
}
