import type { Workbox } from 'workbox-window'
import { WORKER_MESSAGES } from '../../../../contract/service-worker.ts'
import { online } from '../../core/connectivity/online.ts'
import { hasActiveUploads } from '../../core/state/uploading.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'
import { whenIdle, whenLoadedAndIdle } from '../../core/timing/when-idle.ts'
import { createUpdateOffer, type UpdateOffer } from './update-offer.ts'
import { watchUploads } from './upload-lock.ts'

const SCRIPT = '/sw.js'
/** Portals stay open for days, so a new version is looked for every hour. */
const CHECK_EVERY = 60 * 60 * 1000
/** Milliseconds after the start in which files of the first visit, loaded without the service worker, are cached. */
const FIRST_VISIT = 15_000
/** Milliseconds after the start in which nothing is fetched that few people need. */
const LATER = 60_000
/** Milliseconds between two checks on coming back to the page. */
const CHECK_PAUSE = 60_000

let started: UpdateOffer | undefined

/**
 * Registers the service worker in an idle moment; call it when the page is usable, because the files of the offline shell then use the connection.
 * Returns the offer of new versions, always the same. Where service workers are refused, nothing is ever offered.
 */
export function startServiceWorker(): UpdateOffer {
  started ??= registerServiceWorker()
  return started
}

function registerServiceWorker(): UpdateOffer {
  let worker: Workbox | undefined
  let registration: ServiceWorkerRegistration | undefined
  const offer = createUpdateOffer({
    isBusy: hasActiveUploads,
    uploads: watchUploads('locks' in navigator ? navigator.locks : undefined, hasActiveUploads),
    takeOver() {
      if (!registration?.waiting) return false
      worker?.messageSkipWaiting()
      return true
    },
    reload: () => location.reload(),
  })

  async function start(): Promise<void> {
    reloadOnTakeOver(offer)
    await whenLoadedAndIdle()
    const { Workbox: WorkboxClass } = await import('workbox-window')
    worker = new WorkboxClass(SCRIPT, { scope: '/', updateViaCache: 'none' })
    keepWhatIsLoaded()
    registration = await worker.register({ immediate: true })
    if (!registration) return
    announceWaiting(worker, registration, offer)
    checkRegularly(registration)
    setTimeout(() => void keepLater(), LATER)
  }

  // Not in development.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Refused by the user, by policy or by a full disk: the portal then works only online.
    start().catch(() => {})
  }
  return offer
}

/** Every tab reloads when a new version takes over, except the first version on pages of the same build. */
function reloadOnTakeOver(offer: UpdateOffer): void {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Without a worker nothing took over: the sign-out of a shared computer has cleared it.
    if (navigator.serviceWorker.controller === null) return
    if (controlled) offer.tookOver()
    controlled = true
  })
}

/** Caches what the first visit loaded without the service worker, so that it works offline; not on a shared computer. */
function keepWhatIsLoaded(): void {
  if (!mayKeep()) return
  const container = navigator.serviceWorker
  if (performance.getEntriesByType('navigation').some(cameThroughWorker)) return
  const tell = () => {
    const observer = new PerformanceObserver((list) => {
      const past = list.getEntries().filter((entry) => !cameThroughWorker(entry))
      const urlsToCache = past.map((entry) => entry.name)
      container.controller?.postMessage({ type: WORKER_MESSAGES.cacheUrls, payload: { urlsToCache } })
    })
    // Requests in progress at the takeover are reported when they end.
    observer.observe({ type: 'resource', buffered: true })
    setTimeout(() => observer.disconnect(), FIRST_VISIT)
  }
  if (container.controller) tell()
  else container.addEventListener('controllerchange', tell, { once: true })
}

async function keepLater(): Promise<void> {
  await whenIdle()
  navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.keepLater })
}

function cameThroughWorker(entry: PerformanceEntry): boolean {
  return 'workerStart' in entry && entry.workerStart !== 0
}

/** Makes the offer once for each waiting version, found by this page, another tab, or the browser. */
function announceWaiting(worker: Workbox, registration: ServiceWorkerRegistration, offer: UpdateOffer): void {
  let announced: ServiceWorker | null = null
  const announce = () => {
    const { waiting } = registration
    if (!waiting || waiting === announced || !navigator.serviceWorker.controller) return
    announced = waiting
    offer.found()
  }
  worker.addEventListener('waiting', announce)
  // workbox-window gets no event of a version that began to install before it registered.
  registration.installing?.addEventListener('statechange', announce)
  announce()
}

function checkRegularly(registration: ServiceWorkerRegistration): void {
  let lastCheck = Date.now()
  const check = () => {
    if (!online.current || document.visibilityState !== 'visible') return
    lastCheck = Date.now()
    navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.refreshDocument })
    // The next check tries again.
    registration.update().catch(() => {})
  }
  navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.refreshDocument })
  setInterval(check, CHECK_EVERY)
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - lastCheck >= CHECK_PAUSE) check()
  })
}
