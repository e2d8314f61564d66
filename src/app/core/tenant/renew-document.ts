import { WORKER_MESSAGES } from '../../../../contract/service-worker.ts'

/** Lets the service worker, where there is one, fetch the document anew, because what it carries of the unit has changed. */
export function renewDocument(): void {
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.renewDocument })
}
