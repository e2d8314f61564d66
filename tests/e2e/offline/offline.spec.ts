import type { Page } from '@playwright/test'
import { AWAY, chooseEnglish, expect, signInByForm, test } from '../fixtures.ts'
import { iconNames, isReadyForOffline, keptDesktops, keptPaths } from '../../support/browser/kept-on-device.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { usernameField } from '../../support/browser/parts.ts'
import { appIcon, appIcons, iconsAnywhere } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

/** Scripts and styles that the service worker fetches when it is installed, at most. */
const FIRST_FILES = 210

test.beforeEach(async ({ page, context }) => {
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await expect.poll(() => keptDesktops(page)).toHaveLength(1)
})

async function signOut(page: Page): Promise<void> {
  await (await findTool(page, 'Log out')).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(usernameField(page)).toBeEditable()
}

test('the desktop stands without the server, which is missed and found again', async ({ page, portal, tolerate }) => {
  tolerate(AWAY)
  const notice = page.getByRole('status').filter({ hasText: 'Offline' })
  const heading = page.getByRole('heading', { name: 'Common apps' })
  await expect(heading).toBeVisible()
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  const names = await iconNames(page)

  await test.step('a second visit asks the server for no part of the shell, and no answer of a call is kept', async () => {
    const fromServer: string[] = []
    page.on('response', (response) => {
      if (!response.fromServiceWorker()) fromServer.push(new URL(response.url()).pathname)
    })
    // Asked for last, when all is quiet.
    const quiet = page.waitForResponse('**/pages/portal/package.json*')
    // With the service worker in between, which keeps the pack, too.
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(appIcons(page).first()).toBeVisible()
    await quiet
    // What the deployed front end says of itself is no part of the shell: it is asked for when all is quiet, to tell whether both ends fit.
    const noShell = /^\/(?:api\/|sw\.js$|pages\/portal\/package\.json$)/
    expect(fromServer.filter((path) => !noShell.test(path))).toEqual([])
    const calls = (await keptPaths(page)).filter((path) => /^\/(api|zuul)\//.test(path))
    expect(calls.filter((path) => !path.startsWith('/api/storage/show/unit/'))).toEqual([])
  })

  await portal.kill()
  await test.step('a reload shows the last icons with their pictures in its language, time after time, and says that this is offline', async () => {
    for (let visit = 0; visit < 3; visit += 1) {
      await page.reload()
      await expect(notice).toBeVisible()
      await expect.poll(() => iconNames(page)).toEqual(names)
    }
    const widths = await appIcons(page)
      .locator('img')
      .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ naturalWidth }) => naturalWidth))
    expect(widths.length).toBeGreaterThan(0)
    expect(widths).not.toContain(0)
  })

  await test.step('every page address opens', async () => {
    for (const path of ['/', '/pages/base/pc_desktop_all/index.html?from=bookmark']) {
      await page.goto(path)
      await expect(appIcons(page).first()).toBeVisible()
    }
    await page.goto('/pages/files/pc_files_tm/index.html?from=bookmark')
    await expect(notice).toBeVisible()
    // It was not opened before, and whether the unit may use it cannot be asked.
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.goto('/login?redirect_uri=%2F')
    await expect(usernameField(page)).toBeEditable()

    // The document still carries the policy that it came with.
    const response = await page.goto('/login')
    expect(response?.fromServiceWorker()).toBe(true)
    expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
  })

  await test.step('everything recovers by itself when the server is back', async () => {
    const neverOpened = await page.context().newPage()
    await neverOpened.goto('/pages/attendance/pc_attendance_tm/index.html')
    await expect(neverOpened.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(notice).toBeVisible()
    await portal.start()
    await expect(notice).toBeHidden()
    await expect(neverOpened.getByRole('heading', { level: 1 })).toBeVisible()
    await neverOpened.close()
    await appIcon(page, 'files').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notice).toBeHidden()
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect.poll(() => iconNames(page)).toEqual(names)
  })

  await portal.kill()
  await test.step('the page notices by itself that the server is gone while it is open', async () => {
    await appIcon(page, 'files').click()
    await expect(notice).toBeVisible()
  })

  await test.step('signing out forgets the desktop, and it does not come back', async () => {
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(appIcons(page).first()).toBeVisible()
    await signOut(page)
    expect(await keptDesktops(page)).toEqual([])
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(page.getByText(/The desktop could not be loaded|User login/)).toBeVisible()
    await expect(iconsAnywhere(page)).toHaveCount(0)
  })

  await test.step('an address that is no page fails as it does in any browser', () =>
    expect(page.goto('/robots.txt')).rejects.toThrow('ERR_CONNECTION_REFUSED'))
})

test('signing out deletes what this device kept of the person', async ({ page }) => {
  await signOut(page)
  expect(await keptDesktops(page)).toEqual([])
})

test('the English texts of an application are kept before it is opened', async ({ page }) => {
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  expect(await keptPaths(page)).toContain('/pages/files/lang/en-files.json')
})

test('a first visit fetches no more than a teacher needs, and the rest a minute later', async ({ page }) => {
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  const first = await keptPaths(page, 'school-portal-precache-')
  const ofFewPeople = /^\/assets\/(?:administration|station|SettingsPage|face\.worker)-|\/face\/1\/weights\.bin$/
  expect(first.filter((path) => path.startsWith('/assets/')).length).toBeLessThanOrEqual(FIRST_FILES)
  expect(first.filter((path) => ofFewPeople.test(path))).toEqual([])
  await page.clock.install()
  await page.reload()
  await expect(appIcons(page).first()).toBeVisible()
  await expect
    .poll(async () => {
      await page.clock.fastForward('01:00')
      return new Set((await keptPaths(page)).flatMap((path) => ofFewPeople.exec(path)?.[0] ?? [])).size
    })
    .toBe(5)
})
