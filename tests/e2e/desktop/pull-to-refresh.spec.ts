import type { CDPSession, Page } from '@playwright/test'
import { AWAY, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'no-preference' },
})

/** Says how far the desktop is pulled down, and what came of it. */
const sign = (page: Page) => page.getByRole('status').filter({ hasText: /刷新|已是最新/ })

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) => Promise<unknown>

async function prepare(page: Page): Promise<Touch> {
  await popNothingUp(page.context())
  await signIn(page, 'student')
  // From when it listens, the browser's own pull is off.
  await expect(page.getByRole('document')).toHaveCSS('overscroll-behavior-y', 'contain')
  const devTools: CDPSession = await page.context().newCDPSession(page)
  return (type, y) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
}

test('a desktop that is pulled down far enough from its top is loaded anew', async ({ page, tolerate }) => {
  tolerate(AWAY)
  const touch = await prepare(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/my_app_icon')) asked += 1
  })

  await test.step('a short pull, and one that begins further down the page, load nothing', async () => {
    await touch('touchStart', 130)
    for (const y of [150, 170, 190]) await touch('touchMove', y)
    await expect(sign(page)).toBeVisible()
    await touch('touchEnd')
    await expect(sign(page)).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 200))
    await touch('touchStart', 300)
    for (const y of [320, 340, 360]) await touch('touchMove', y)
    await expect(sign(page)).toHaveCount(0)
    await touch('touchEnd')
    expect(asked).toBe(0)
    await page.evaluate(() => scrollTo(0, 0))
  })

  await test.step('a refresh that fails leaves the icons and says so', async () => {
    await page.route('**/api/base/desktop/my_app_icon?*', (route) => route.abort())
    await touch('touchStart', 130)
    for (const y of [170, 230, 290, 300]) await touch('touchMove', y)
    await touch('touchEnd')
    await expect(sign(page)).toHaveText('没有刷新成功')
    await expect(appIcon(page, 'files')).toBeVisible()
    await page.unroute('**/api/base/desktop/my_app_icon?*')
    await expect(sign(page)).toHaveCount(0)
  })

  await test.step('pulling the desktop down loads icons and counts anew, and says how far it is', async () => {
    await touch('touchStart', 130)
    for (const y of [150, 170, 190]) await touch('touchMove', y)
    await expect(sign(page)).toHaveText('下拉刷新')
    for (const y of [230, 260, 290]) await touch('touchMove', y)
    await expect(sign(page)).toHaveText('松开刷新')
    const answered = Promise.all([
      page.waitForRequest('**/api/base/desktop/my_app_icon?*'),
      page.waitForRequest('**/api/base/desktop/unReadCodeCount?*'),
    ])
    await touch('touchEnd')
    await answered
    await expect(sign(page)).toHaveText('桌面已是最新')
    await expect(sign(page)).toHaveCount(0)
  })
})
