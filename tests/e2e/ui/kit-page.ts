import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { findFreePort } from '../../support/process/free-port.ts'
import { serveBuilt } from '../../../scripts/kit.mjs'

export { expect }

/** The catalogue of the interface kit, built once for each worker; every test fails on an unexpected message of the console. */
export const test = base.extend<{ quiet: void }, { catalogue: string }>({
  catalogue: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const port = await findFreePort()
      const folder = await mkdtemp(join(tmpdir(), 'portal-kit-'))
      const server = await serveBuilt(folder, port)
      await use(`http://127.0.0.1:${port}`)
      await server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  quiet: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use()
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ catalogue }, use) => use(catalogue),
})

/** How a page of the catalogue is shown. */
export interface Shown {
  language?: 'zh-CN' | 'en'
  mode?: 'light' | 'dark'
  contrast?: 'normal' | 'more'
}

/** Opens a page of the catalogue and waits for its first story. */
export async function openKit(page: Page, id: string, { language = 'en', ...looks }: Shown = {}): Promise<void> {
  await page.goto(`/#/${id}?${new URLSearchParams({ language, ...looks }).toString()}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}
