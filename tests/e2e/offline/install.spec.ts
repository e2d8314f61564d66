import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { pageRoot } from '../../support/browser/parts.ts'

test.use({ serviceWorkers: 'allow' })

test('Chromium finds nothing that keeps the portal from being installed', async ({ portal, launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  // Only a profile of its own can install anything; a private window never can.
  const context = await chromium.launchPersistentContext(profile, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(`${portal.url}/login`)
    const devTools = await context.newCDPSession(page)
    const manifest = await devTools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    await expect
      .poll(async () => (await devTools.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('the login brings what the portal needs, and no more', async ({ page, portal, tolerate }) => {
  tolerate(/404/)
  await page.goto('/login')

  await test.step('the login needs three files of script, and the desktop one more with one of styles', async () => {
    // Each further one is a request on a slow line; a module that two of them share must not become a file of its own.
    await expect(page.locator('link[rel=modulepreload], script[type=module]')).toHaveCount(3)
    const desktop: unknown = JSON.parse((await page.locator('#portal-preload').textContent()) ?? '')
    expect(desktop).toHaveLength(2)
  })

  await test.step('the manifest names the portal, and each of its pictures has the size it says', async () => {
    const link = await page.locator('link[rel=manifest]').first().getAttribute('href')
    const answer = await page.request.get(portal.url + link)
    expect(answer.headers()['content-type']).toMatch(/manifest\+json|application\/json/)
    const manifest: unknown = await answer.json()
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#457CD6',
    })
    expect(manifest).toMatchObject({ icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }] })
    const sizes = await page.evaluate(async (address) => {
      const { icons } = await (await fetch(address)).json()
      return Promise.all(
        icons.map(async ({ src }: { src: string }) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return `${width}x${height}`
        }),
      )
    }, link ?? '')
    expect(sizes).toEqual(['192x192', '512x512', '512x512'])
  })

  await test.step('an address of no page does not answer with the shell, with and without the service worker', async () => {
    for (const path of [
      '/robots.txt',
      '/unknown/file.pdf',
      '/assets/unknown.js',
      '/unknown',
      '/pages/files/none.css',
    ]) {
      const answer = await page.request.get(path)
      expect(answer.status()).toBe(404)
      expect(await answer.text()).not.toContain('id="root"')
    }
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
    await page.goto('/unknown/file.pdf').catch(() => null)
    await expect(pageRoot(page)).toHaveCount(0)
  })
})
