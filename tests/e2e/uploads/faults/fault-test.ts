import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { login } from '../../../../contract/endpoints/sign-in/session.ts'
import { startFaultProxy, type FaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { AWAY, PASSWORD, test as base, chooseEnglish, expect, popNothingUp } from '../../fixtures.ts'
import { MB, choose, makeFile } from '../upload-files.ts'

export { expect }

/** 32 chunks: eight times as many as are on their way at once, so that something is before, in and after each fault. */
const SIZE = 64 * MB
/** How many chunks go by before a test holds the next ones. */
export const BEFORE_HOLD = 8

/** Chunks that are on their way when something breaks may be sent twice, and no others: as many as an HTTP/1.1 browser sends at once. */
export const IN_FLIGHT = 4 * 2 * MB

export const CHUNKS = /\/file_piecewise\/upload/
export const CHECKS = /_upload_check/
export const MERGE = /\/merge_file/

/** A file of 64 MB that was never uploaded before. */
export interface Sample {
  readonly path: string
  readonly name: string
}

interface FaultFixtures {
  network: FaultProxy
  sample: Sample
}

/** Tests that visit the portal through a proxy that breaks things, with a file of 64 MB to upload. */
export const test = base.extend<FaultFixtures, { raw: { path: string } }>({
  raw: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use, { project, workerIndex }) => {
      const folder = join(project.outputDir, `faults-${workerIndex}`)
      await mkdir(folder, { recursive: true })
      const raw = { path: join(folder, 'raw.bin') }
      await makeFile(raw.path, SIZE)
      await use(raw)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  // Made once per worker: other bytes at the beginning make it another file, and a new length lets it be sent while it is hashed.
  async sample({ raw }, use) {
    const mark = randomBytes(16)
    const name = `${mark.toString('hex')}.bin`
    const path = join(dirname(raw.path), name)
    const file = await open(raw.path, 'r+')
    await file.write(mark, 0, mark.length, 0)
    await file.truncate(SIZE + randomInt(1, MB))
    await file.close()
    await rename(raw.path, path)
    raw.path = path
    await use({ path, name })
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
  expect((await context.request.post(url + login.path, { headers, form })).ok()).toBe(true)
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
}
