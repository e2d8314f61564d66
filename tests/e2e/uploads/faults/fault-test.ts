import { randomBytes, randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import { startFaultProxy, type FaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { AWAY, PASSWORD, test as base, chooseEnglish, expect, popNothingUp } from '../../fixtures.ts'
import { MB, choose, makeFile, uploadPill } from '../../../support/browser/upload-files.ts'

export { expect }

/** 12 chunks: three times as many as are on their way at once, so that something is before, in and after each fault. */
const SHORT = 24 * MB
/** More than the device keeps a copy of: who leaves has to choose the file again. */
export const LONG = 64 * MB
/** How many chunks go by before a test holds the next ones. */
export const BEFORE_HOLD = 4

/** Chunks that are on their way when something breaks may be sent twice, and no others: as many as an HTTP/1.1 browser sends at once. */
export const IN_FLIGHT = 4 * 2 * MB

export const CHUNKS = /\/file_piecewise\/upload/
export const CHECKS = /_upload_check/
export const MERGE = /\/merge_file/

/** A file that was never uploaded before. */
export interface Sample {
  readonly path: string
  readonly name: string
}

interface FaultFixtures {
  network: FaultProxy
  /** Bytes of the sample, at least. */
  size: number
  sample: Sample
}

/** Tests that visit the portal through a proxy that breaks things, with a file to upload. */
export const test = base.extend<FaultFixtures>({
  size: [SHORT, { option: true }],
  // A new length lets it be sent while it is hashed.
  async sample({ size }, use, info) {
    const name = `${randomBytes(16).toString('hex')}.bin`
    const path = info.outputPath(name)
    await makeFile(path, size + randomInt(1, MB))
    await use({ path, name })
    await rm(path)
  },
  async network({ portal }, use) {
    const proxy = await startFaultProxy(portal.url)
    await use(proxy)
    await proxy.close()
  },
  baseURL: async ({ network }, use) => use(network.url),
  tolerate: async ({ tolerate }, use) => {
    tolerate(AWAY)
    await use(tolerate)
  },
})

/** Opens the Files application at an address, with a session of an earlier sign-in. */
export async function visitFiles(context: BrowserContext, url: string, username = 'staff'): Promise<Page> {
  await chooseEnglish(context)
  await popNothingUp(context)
  const headers = { 'x-portal-device': 'pc', origin: url }
  const form = { username, password: PASSWORD }
  expect((await context.request.post(url + session.login.path, { headers, form })).ok()).toBe(true)
  return openFilesPage(context, url)
}

/** Opens the Files application in another tab. */
export async function openFilesPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/pages/files/pc_files_tm/index.html`)
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  return page
}

/** Uploads a line of text: the browser then has the worker's script, as after any earlier upload. */
export async function uploadOnce(page: Page): Promise<void> {
  const name = `${randomBytes(8).toString('hex')}.md`
  await choose(page, { name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
  await expect(uploadPill(page)).toBeVisible()
}
