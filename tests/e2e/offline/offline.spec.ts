import { AWAY, chooseEnglish, expect, signInByForm, test } from '../fixtures.ts'
import { iconNames, isReadyForOffline, keptDesktops, keptPaths } from '../../support/browser/kept-on-device.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE = /离线|Offline/

test.describe('with the server killed', () => {
  let names: string[]

  test.beforeEach(async ({ page, portal, tolerate }) => {
    tolerate(AWAY)
    await signInByForm(page, 'teacher')
    await expect.poll(() => isReadyForOffline(page)).toBe(true)
    await expect.poll(() => keptDesktops(page)).toHaveLength(1)
    names = await iconNames(page)
    await portal.kill()
  })

  test('a reload shows the last icons with their pictures, says that this is offline, and every page address opens', async ({
    page,
  }) => {
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
    await expect.poll(() => iconNames(page)).toEqual(names)
    const broken = page
      .locator('[data-app-code] img')
      .evaluateAll(
        (pictures) =>
          pictures.filter((picture) => picture instanceof HTMLImageElement && picture.naturalWidth === 0).length,
      )
    expect(await broken).toBe(0)
    for (const path of ['/', '/pages/base/pc_desktop_all/index.html?from=bookmark']) {
      await page.goto(path)
      await expect(page.locator('[data-app-code]').first()).toBeVisible()
    }
    await page.goto('/pages/files/pc_files_tm/index.html?from=bookmark')
    await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
    await expect(page.locator('#viewport-fild-box')).toBeVisible()
    await page.goto('/login?redirect_uri=%2F')
    await expect(page.locator('input[name=username]')).toBeEditable()

    // The document still carries the policy that it came with.
    const response = await page.goto('/login')
    expect(response?.fromServiceWorker()).toBe(true)
    expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
    // An address that is no page fails as it does in any browser.
    await expect(page.goto('/robots.txt')).rejects.toThrow('ERR_CONNECTION_REFUSED')
  })

  test('everything recovers by itself when the server is back', async ({ page, portal }) => {
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: OFFLINE })
    await expect(notice).toBeVisible()
    await portal.start()
    await expect(notice).toBeHidden()
    await page.locator('[data-app-code=files]').click()
    await expect(page.locator('#viewport-fild-box')).toBeVisible()
    await expect(notice).toBeHidden()
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect.poll(() => iconNames(page)).toEqual(names)
  })

  test('signing out forgets the desktop, and it does not come back', async ({ page }) => {
    await page.reload()
    await expect(page.locator('[data-app-code]').first()).toBeVisible()
    await page.getByRole('button', { name: /退出|Log out/ }).click()
    await page.getByRole('button', { name: /确定|Confirm/ }).click()
    await expect(page.locator('input[name=username]')).toBeEditable()
    expect(await keptDesktops(page)).toEqual([])
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await expect(page.getByText(/桌面没有加载成功|用户登录/)).toBeVisible()
    await expect(page.locator('[data-app-code]')).toHaveCount(0)
  })
})

test('a reload in English shows the last icons, time after time', async ({ context, page, portal, tolerate }) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await signInByForm(page, 'teacher')
  await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  await expect.poll(() => keptDesktops(page)).toHaveLength(1)
  // With the service worker in between, which keeps the pack.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Common apps' })).toBeVisible()
  await portal.kill()
  for (let visit = 0; visit < 3; visit += 1) {
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
    await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
  }
})

test('the page notices by itself that the server is gone while it is open', async ({ page, portal, tolerate }) => {
  tolerate(AWAY)
  await signInByForm(page, 'teacher')
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  await portal.kill()
  await page.locator('[data-app-code=files]').click()
  const notice = page.getByRole('status').filter({ hasText: OFFLINE })
  await expect(notice).toBeVisible()
  await portal.start()
  await expect(notice).toBeHidden()
})

test('signing out deletes what this device kept of the person', async ({ page }) => {
  await signInByForm(page, 'teacher')
  await expect.poll(() => keptDesktops(page)).toHaveLength(1)
  await page.getByRole('button', { name: /退出|Log out/ }).click()
  await page.getByRole('button', { name: /确定|Confirm/ }).click()
  await expect(page.locator('input[name=username]')).toBeEditable()
  expect(await keptDesktops(page)).toEqual([])
})

test('a second visit asks the server for no part of the shell, and no answer of a call is kept', async ({ page }) => {
  await signInByForm(page, 'teacher')
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  const fromServer: string[] = []
  page.on('response', (response) => {
    if (!response.fromServiceWorker()) fromServer.push(new URL(response.url()).pathname)
  })
  await page.reload()
  await expect(page.locator('[data-app-code]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // What the deployed front end says of itself is no part of the shell: it is asked for when all is quiet, to tell whether both ends fit.
  const noShell = /^\/(?:api\/|sw\.js$|pages\/portal\/package\.json$)/
  expect(fromServer.filter((path) => !noShell.test(path))).toEqual([])
  const calls = (await keptPaths(page)).filter((path) => /^\/(api|zuul)\//.test(path))
  expect(calls.filter((path) => !path.startsWith('/api/storage/show/unit/'))).toEqual([])
})
