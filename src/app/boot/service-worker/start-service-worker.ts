import { online } from '../../core/connectivity/online.ts'
import { hasActiveUploads } from '../../core/state/uploading.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import type { UpdateOffer } from './update-offer.ts'

let offer: UpdateOffer | undefined

/**
 * Registers the service worker once what is on the screen just now has been painted; call it when the person has what they came for. Returns the
 * offer of new versions, the same one at every call.
 */
export function startServiceWorker(): UpdateOffer {
  offer ??= registerServiceWorker({ ready: painted(), isBusy: hasActiveUploads, online })
  return offer
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      requestAnimationFrame(() => resolve())
    })
  })
}
