import { online } from '../../core/connectivity/online.ts'
import { hasActiveUploads } from '../../core/state/uploading.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import type { UpdateOffer } from './update-offer.ts'

let offer: UpdateOffer | undefined

/** Registers the service worker after the next paint; call it when the page is usable. Returns the offer of new versions, always the same. */
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
