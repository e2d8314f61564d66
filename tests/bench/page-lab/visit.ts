import { until } from '../../support/until.ts'
import type { Browser } from './browser.ts'
import { isScript, weigh, type Weight } from './network-log.ts'
import type { Page, ProbeState } from './page.ts'

const PATIENCE = 90_000
const NETWORK_QUIET = 1500
const PROCESSOR_QUIET = 1000
const GLANCE = 250

export interface Visit {
  /** First contentful paint, in milliseconds since the navigation. */
  readonly firstPaint: number
  /** Painted and usable, in milliseconds since the navigation; never before the first paint. */
  readonly ready: number
  /** Everything the page asked for until it was quiet. */
  readonly weight: Weight
  /** The same, of what had arrived when the page was ready. */
  readonly weightAtReady: Weight
  /** Documents, scripts and styles that came from the network, by the page or by its service worker (whose own script is not one). */
  readonly shellRequests: number
}

/** Opens an address and watches it until it is ready and quiet: no traffic for 1.5 s and no task over 50 ms for 1 s. */
export async function visit(browser: Browser, page: Page, url: string): Promise<Visit> {
  browser.network.clear()
  await page.navigate(url)
  const { firstPaint, ready } = await whenLoadedAndIdle(browser, page, url)
  const usable = Math.max(ready, firstPaint)
  const report = page.reports.find((one) => one.what === 'ready')
  const readyAt = report ? report.origin + usable : Number.POSITIVE_INFINITY
  const requests = browser.network.all()
  const byPage = requests.filter((request) => request.byPage)
  return {
    firstPaint,
    ready: usable,
    weight: weigh(byPage),
    weightAtReady: weigh(byPage.filter((request) => (request.endedAt ?? Number.POSITIVE_INFINITY) <= readyAt)),
    shellRequests: requests.filter((request) => request.fromNetwork && isShell(request)).length,
  }
}

/** Waits until the page is ready and quiet; returns the probe's last state. */
export async function whenLoadedAndIdle(browser: Browser, page: Page, what: string): Promise<ProbeState> {
  return until(
    async () => {
      const state = await page.probe()
      const processorQuiet = (state?.sinceLongTask ?? Number.POSITIVE_INFINITY) > PROCESSOR_QUIET
      const quiet = processorQuiet && browser.network.quietFor() > NETWORK_QUIET
      return state?.complete && state.ready > 0 && quiet ? state : null
    },
    { patience: PATIENCE, interval: GLANCE, what: `${what} to be ready and quiet` },
  )
}

/** Waits until the page's service worker, if it registered one, is active and has fetched what it wanted. */
export async function untilServiceWorkerRests(browser: Browser, page: Page): Promise<void> {
  const state = `navigator.serviceWorker.getRegistration().then((one) =>
    !one ? 'none' : one.active && !one.installing && !one.waiting ? one.active.state : 'busy')`
  await until(
    async () => {
      const now = await page.evaluate(state)
      return now === 'none' || (now === 'activated' && browser.network.quietFor() > NETWORK_QUIET)
    },
    { patience: PATIENCE, interval: GLANCE, what: 'the service worker to rest' },
  )
}

function isShell(request: {
  readonly url: string
  readonly byPage: boolean
  readonly type: string
  readonly mime: string
}): boolean {
  if (new URL(request.url).pathname.startsWith('/api/')) return false
  return ['Document', 'Stylesheet'].includes(request.type) || /html|css/.test(request.mime) || isScript({ ...request })
}
