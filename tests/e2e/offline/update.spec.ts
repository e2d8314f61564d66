import type { Page } from '@playwright/test'
import { test } from '../../support/browser/altered-portal.ts'
import { expect, signInByForm } from '../fixtures.ts'
import { isReadyForOffline } from '../../support/browser/kept-on-device.ts'
import { choose } from '../../support/browser/upload-files.ts'
import { appIcons } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

const READY = /新版本已准备好|A new version is ready/
const WAITING = /上传完成后再刷新|once the uploads are finished/
const RELOAD = { name: /^(刷新|Reload)$/ }
const LATER = { name: /^(稍后|Later)$/ }

/** Bytes of a file that is sent in one request. */
const SMALL_FILE = { name: 'report.txt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 small') }

/** Which version of the document the page was opened from. */
function versionOf(page: Page): Promise<string | null> {
  return page.getByRole('document').getAttribute('data-version')
}

function prompt(page: Page) {
  return page.getByRole('status').filter({ hasText: READY, has: page.getByRole('button', RELOAD) })
}

test('a new version asks when nothing is lost by it, and every tab goes over to it at once', async ({
  page,
  context,
  altered,
}) => {
  await signInByForm(page, 'teacher')
  await expect.poll(() => isReadyForOffline(page)).toBe(true)

  await test.step('the first visit and a visit without news ask nothing', async () => {
    await page.reload()
    await expect(appIcons(page).first()).toBeVisible()
    await lookForUpdate(page)
    await expect(page.getByRole('button', RELOAD)).toHaveCount(0)
  })

  await test.step('the kept document is fetched anew after a day, because what it says of the school may have changed', async () => {
    // Its date is not read here: the page that is open may ask for the document late, and then it is fetched anew at once.
    expect(await ageDocument(page)).toBe(1)
    await page.reload()
    await expect.poll(() => documentDate(page)).not.toContain('2020')
  })

  const other = await context.newPage()
  await test.step('nothing is asked while a file is uploaded, here or in another tab, and afterwards it is', async () => {
    await other.goto('/pages/files/pc_files_tm/index.html')
    altered.hold(/^\/zuul\//)
    await choose(other, SMALL_FILE, /上传文件$|Upload files/)
    await expect.poll(() => altered.held()).toBeGreaterThan(0)

    altered.publishNextVersion()
    await page.reload()
    for (const tab of [page, other]) {
      await expect(tab.getByRole('status').filter({ hasText: WAITING })).toBeVisible()
      await expect(tab.getByRole('button', RELOAD)).toHaveCount(0)
    }

    altered.release()
    await expect(other.getByText(SMALL_FILE.name).first()).toBeVisible()
    for (const tab of [page, other]) await expect(prompt(tab)).toBeVisible()
    expect(await versionOf(other)).toBeNull()
  })

  await test.step('it can be put off, and asks again at the next visit', async () => {
    await page.getByRole('button', LATER).click()
    await expect(prompt(page)).toBeHidden()
    expect(await versionOf(page)).toBeNull()
    await page.reload()
    await expect(prompt(page)).toBeVisible()
    expect(await versionOf(page)).toBeNull()
  })

  await test.step('agreeing reloads every tab once, into the new version', async () => {
    const loads = { page: 0, other: 0 }
    page.on('load', () => (loads.page += 1))
    other.on('load', () => (loads.other += 1))
    await page.getByRole('button', RELOAD).click()
    for (const tab of [page, other]) await expect.poll(() => versionOf(tab).catch(() => null)).toBe('next')
    await expect(appIcons(page).first()).toBeVisible()
    await expect(other.getByRole('button', { name: /上传文件$|Upload files/ })).toBeVisible()
    await lookForUpdate(page)
    expect(loads).toEqual({ page: 1, other: 1 })
    await expect(page.getByRole('button', RELOAD)).toHaveCount(0)
  })
})

/** Makes the kept document look years old; returns how many there were. */
function ageDocument(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let aged = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const [key] = await cache.keys('/login', { ignoreSearch: true })
      const kept = key && (await cache.match(key))
      if (!kept) continue
      const headers = new Headers(kept.headers)
      headers.set('date', 'Wed, 01 Jan 2020 00:00:00 GMT')
      await cache.put(key, new Response(await kept.blob(), { headers }))
      aged += 1
    }
    return aged
  })
}

function documentDate(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const kept = await caches.match('/login', { ignoreSearch: true })
    return kept?.headers.get('date') ?? null
  })
}

/** Lets the browser compare the service worker with the server's, and whatever comes of it come to rest. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}
