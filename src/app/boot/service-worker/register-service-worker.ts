import type { Workbox } from 'workbox-window'
import { WORKER_MESSAGES } from '../../../../contract/service-worker.ts'
import type { Observable } from '../../core/state/observable.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'
import { whenLoadedAndIdle } from '../../core/timing/when-idle.ts'
import { createUpdateOffer, type UpdateEvents, type UpdateOffer } from './update-offer.ts'
import { watchUploads } from './upload-lock.ts'

const SCRIPT = '/sw.js'
/** A portal stays open for days on a school's screens, so a new version is looked for every hour. */
const CHECK_EVERY = 60 * 60 * 1000
/** Milliseconds after start in which the service worker gets the files that the first visit loaded past it. */
const FIRST_VISIT = 15_000
/** Coming back to the page looks at most this often, in milliseconds. */
const CHECK_PAUSE = 60_000

export interface ServiceWorkerOptions {
  /** Settles when the page is of use to the person; only then may the files of the offline shell compete for the line. */
  readonly ready: Promise<unknown>
  /** Whether uploads run in this tab. */
  readonly isBusy: Observable<boolean>
  readonly online: Observable<boolean>
}

/** Registers the service worker in its own time and returns the offer of new versions. Where service workers are refused nothing is ever offered. */
export function registerServiceWorker(options: ServiceWorkerOptions): UpdateOffer {
  let worker: Workbox | undefined
  let registration: ServiceWorkerRegistration | undefined
  const offer = createUpdateOffer({
    isBusy: options.isBusy,
    uploads: watchUploads('locks' in navigator ? navigator.locks : undefined, options.isBusy),
    takeOver() {
      if (!registration?.waiting) return false
      worker?.messageSkipWaiting()
      return true
    },
    reload: () => location.reload(),
  })

  async function start(): Promise<void> {
    await options.ready.catch(() => {})
    reloadOnTakeOver(offer)
    await whenLoadedAndIdle()
    const { Workbox: WorkboxClass } = await import('workbox-window')
    worker = new WorkboxClass(SCRIPT, { scope: '/', updateViaCache: 'none' })
    keepWhatIsLoaded()
    registration = await worker.register({ immediate: true })
    if (!registration) return
    announceWaiting(worker, registration, offer)
    checkRegularly(registration, options.online)
  }

  // While developing there is no service worker to register.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Refused by the person, by policy or by a full disk: the portal works without it, only not offline.
    start().catch(() => {})
  }
  return offer
}

/** Every tab reloads when a new version takes over; the very first version takes over pages that it fits already. */
function reloadOnTakeOver(offer: UpdateEvents): void {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) offer.tookOver()
    controlled = true
  })
}

/** What the first visit loads past the service worker is kept too, so that it can be repeated without a network; not on a shared computer. */
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
    // Requests that were under way when it took over are reported only when they end.
    observer.observe({ type: 'resource', buffered: true })
    setTimeout(() => observer.disconnect(), FIRST_VISIT)
  }
  if (container.controller) tell()
  else container.addEventListener('controllerchange', tell, { once: true })
}

function cameThroughWorker(entry: PerformanceEntry): boolean {
  return 'workerStart' in entry && entry.workerStart !== 0
}

/** Makes the offer once for each waiting version, found by this page, another tab, or the browser. */
function announceWaiting(worker: Workbox, registration: ServiceWorkerRegistration, offer: UpdateEvents): void {
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

function checkRegularly(registration: ServiceWorkerRegistration, online: Observable<boolean>): void {
  let lastCheck = Date.now()
  const check = () => {
    if (!online.current || document.visibilityState !== 'visible') return
    lastCheck = Date.now()
    navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.refreshDocument })
    // Without an answer the next check tries again.
    registration.update().catch(() => {})
  }
  navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.refreshDocument })
  setInterval(check, CHECK_EVERY)
  document.addEventListener('visibilitychange', () => {
    if (Date.now() - lastCheck >= CHECK_PAUSE) check()
  })
}
