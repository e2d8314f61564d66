import * as z from 'zod/mini'
import type { Page } from './page.ts'

/** Begins to watch the tasks of a page. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`globalThis.longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
}).observe({ type: 'longtask' })`)
}

/** Milliseconds of the longest task since this was last asked; 0: none over 50. The browser tells of a task only when the page is at rest. */
export async function longestTask(page: Page): Promise<number> {
  return z.parse(
    z.number(),
    await page.evaluate(
      'new Promise((resolve) => setTimeout(() => { const longest = globalThis.longest; globalThis.longest = 0; resolve(longest) }, 1000))',
    ),
  )
}
