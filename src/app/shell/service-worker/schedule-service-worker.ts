/** Long enough, in milliseconds after the page has loaded, for somebody who knows their password to be gone from the login page. */
const LOGIN_GRACE = 4000

/**
 * For the login page, whose line belongs to the desktop's files: registers the service worker when the person has stayed there for a while, so
 * that also the login page opens without the server the next time. The desktop does not wait for this, see startServiceWorker.
 */
export function scheduleServiceWorker(): void {
  if (document.readyState === 'complete') startLater()
  else addEventListener('load', startLater, { once: true })
}

function startLater(): void {
  setTimeout(() => void start(), LOGIN_GRACE)
}

async function start(): Promise<void> {
  const { startServiceWorker } = await import('./start-service-worker.ts')
  startServiceWorker()
}
