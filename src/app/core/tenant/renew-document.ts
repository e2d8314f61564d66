import { WORKER_MESSAGES } from '../../../../contract/service-worker.ts'

/** Lets the service worker fetch the document again, because its unit data has changed. */
export function renewDocument(): void {
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: WORKER_MESSAGES.renewDocument })
}
