import type { PortalUpload } from '../micro-app.ts'
import { createObservable } from '../state/observable.ts'
const nothing = () => {}
export const portalUpload: PortalUpload = {
  items: createObservable([]),
  add: nothing,
  pause: nothing,
  resume: nothing,
  abort: nothing,
  retry: nothing,
  dismiss: nothing,
  onStored: () => nothing,
}
