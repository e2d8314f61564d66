import type { Page } from '@playwright/test'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Portal } from '../../../src/app/micro-apps/micro-app.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { appIcon } from '../../support/browser/icons.ts'

declare global {
  /** What the portal gave the application. */
  var given: Portal
}

// The application below must not be kept, nor one from the worker's store shown instead.
test.use({ serviceWorkers: 'block' })

/** Opens an application, in the place of Files, that does nothing but hold what the portal gave it. */
async function openApplication(page: Page): Promise<void> {
  await page.route('**/files/manifest.json*', (route) => route.fulfill({ json: { 'files.js': '/assets/holder.js' } }))
  await page.route('**/assets/holder.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function mount(container, portal) {
        globalThis.given = portal
        container.innerHTML = '<output>held</output>'
        return () => container.replaceChildren()
      }`,
    }),
  )
  await signIn(page, 'staff')
  await appIcon(page, 'files').click()
  await expect(page.getByText('held')).toBeVisible()
}

/** Uploads one file of so many bytes as an application does, and returns what was stored or the code of what was wrong. */
function single(page: Page, name: string, size: number, options: { maxSize?: number; types?: string[] } = {}) {
  return page.evaluate(
    async ([fileName, bytes, rest]): Promise<StoredFile | string> => {
      const file = new File([new Uint8Array(bytes).fill(7)], fileName)
      try {
        return await given.upload.single(new AbortController().signal, { file, ...rest })
      } catch (error) {
        return String(Object(error).code)
      }
    },
    [name, size, options] as const,
  )
}

test('an application uploads one file, short or long, and hears what is wrong with others', async ({ page }) => {
  await openApplication(page)
  expect(await single(page, 'memo.bin', 1000)).toMatchObject({ name: 'memo.bin', size: 1000, folderId: null })
  expect(await single(page, 'minutes.bin', 5_000_000)).toMatchObject({ name: 'minutes.bin', size: 5_000_000 })
  expect(await single(page, 'limit.bin', 1001, { maxSize: 1000 })).toBe('storage.too_large')
  expect(await single(page, 'tool.exe', 10)).toBe('storage.type_blocked')
  expect(await single(page, 'list.csv', 10, { types: ['xlsx'] })).toBe('storage.type_blocked')
  const nothing = page.evaluate(() => given.upload.single(new AbortController().signal, { file: null }))
  await expect(nothing).rejects.toThrow('storage.file_missing')
})
