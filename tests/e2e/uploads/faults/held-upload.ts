import type { BrowserContext, Page } from '@playwright/test'
import type { FaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { choose } from '../../../support/browser/upload-files.ts'
import { BEFORE_HOLD, CHUNKS, expect, visitFiles, type Sample } from './fault-test.ts'

/** Opens the Files application and chooses the file; after a few chunks, the network holds those that come. */
export async function uploadUntilHeld(context: BrowserContext, network: FaultProxy, sample: Sample): Promise<Page> {
  const page = await visitFiles(context, network.url)
  network.hold(CHUNKS, 'body', BEFORE_HOLD)
  await choose(page, sample.path)
  return page
}

/** Waits until the network holds something. */
export async function waitForHeld(network: FaultProxy): Promise<void> {
  await expect.poll(() => network.held()).toBeGreaterThan(0)
}
