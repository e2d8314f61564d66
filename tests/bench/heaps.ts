import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Browser } from './page-lab/browser.ts'

const LOOK_EVERY = 200

const heapUsage = z.object({
  usedSize: z.number(),
  embedderHeapUsedSize: z.optional(z.number()),
  backingStorageSize: z.optional(z.number()),
})

/** Megabytes of JavaScript, of what the browser keeps for it, and of its buffers and WebAssembly, in the page and its workers together. */
export async function heapsOf(browser: Browser): Promise<number> {
  const usages = (await browser.askAll('Runtime.getHeapUsage')).map((answer) => z.parse(heapUsage, answer))
  const bytes = usages.reduce(
    (sum, one) => sum + one.usedSize + (one.embedderHeapUsedSize ?? 0) + (one.backingStorageSize ?? 0),
    0,
  )
  return bytes / 1_000_000
}

/** The highest of what is measured again and again while the work lasts; null where nothing could be. */
export async function highest(
  measure: () => Promise<number | undefined>,
  work: () => Promise<unknown>,
): Promise<number | null> {
  let most: number | null = null
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most ?? 0, (await measure()) ?? 0) || null
      await pause(LOOK_EVERY)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await looking
  }
  return most
}
