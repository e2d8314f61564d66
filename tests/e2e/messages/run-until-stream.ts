import type { Page } from '@playwright/test'

/** Milliseconds of the page's clock. */
const STEP = 5000

/** Lets the page's clock run until the page asks for a stream, and no further: a stream of which nothing arrives for a while by that clock is given up. */
export async function runUntilStream(page: Page): Promise<void> {
  const asked = page.waitForRequest('**/api/base/live/events').then(() => true)
  const run = () => page.clock.runFor(STEP).then(() => false)
  while (!(await Promise.race([asked, run()])));
}
