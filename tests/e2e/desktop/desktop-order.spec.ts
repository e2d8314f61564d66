import type { BrowserContext, Locator, Page } from '@playwright/test'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

// Each test changes the order of an account: a portal of their own.
test.use({ school: 'desktop-order', contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ context }) => popNothingUp(context))

/** The codes of a group's icons as they stand on the screen. */
async function codesIn(page: Page, group: string): Promise<string[]> {
  return page
    .locator(`[data-group=${group}] [data-app-code]`)
    .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('data-app-code') ?? ''))
}
const COMMON = 'ZDYYYFL-CYYY'
const TEACHING = 'ZDYYYFL-JWGL'
const iconOf = (page: Page, code: string): Locator => page.locator(`[data-app-code="${code}"]`)

async function centreOf(icon: Locator): Promise<{ x: number; y: number }> {
  await icon.scrollIntoViewIfNeeded()
  const box = await icon.boundingBox()
  if (!box) throw new Error('the icon is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Waits until what moves icons is there; it comes in an idle moment. */
async function untilMovable(page: Page): Promise<void> {
  await expect(page.locator('[id^=DndLiveRegion]')).toBeAttached()
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const target = await centreOf(to)
  const start = await centreOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y, { steps: 2 })
  await page.mouse.move(target.x, target.y, { steps: 8 })
  await expect(page.locator('.d-lifted')).toBeVisible()
  await page.mouse.up()
}

const saved = (page: Page) => page.waitForResponse('**/api/base/desktop/order')

/** Signs in afresh, as on another device. */
async function onNextDevice(context: BrowserContext, url: string, group: string): Promise<string[]> {
  const other = await context.browser()?.newContext({ baseURL: url })
  if (!other) throw new Error('no browser')
  const page = await other.newPage()
  await signIn(page, 'teacher')
  const codes = await codesIn(page, group)
  await other.close()
  return codes
}

test('icons are moved by mouse within a group and to another, saved, and seen on the next device; undo takes it back', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, 'teacher')
  await untilMovable(page)
  const before = await codesIn(page, COMMON)
  const done = saved(page)
  await dragByMouse(page, iconOf(page, before[0] ?? ''), iconOf(page, before[2] ?? ''))
  await done
  const within = [before[1], before[2], before[0], ...before.slice(3)].map(String)
  await expect.poll(() => codesIn(page, COMMON)).toEqual(within)
  // The release is no click.
  await expect(page).toHaveURL(/desktop_all/)

  const again = saved(page)
  await dragByMouse(page, iconOf(page, 'education-exams'), iconOf(page, within[1] ?? ''))
  await again
  const across = [within[0], 'education-exams', ...within.slice(1)].map(String)
  await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
  expect(await codesIn(page, TEACHING)).not.toContain('education-exams')
  expect(await onNextDevice(context, portal.url, COMMON)).toEqual(across)

  // The next start shows it too, before anything was asked.
  await page.reload()
  await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
  await untilMovable(page)
  const undone = saved(page)
  await dragByMouse(page, iconOf(page, across[0] ?? ''), iconOf(page, across[2] ?? ''))
  await undone
  const back = saved(page)
  await page.getByRole('button', { name: '撤销' }).click()
  await back
  await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
  await page.getByRole('button', { name: '调整图标顺序' }).click()
  await page.getByRole('button', { name: '恢复默认顺序' }).click()
  await expect.poll(() => codesIn(page, COMMON)).toEqual(before)
})

test('an order changed on one device is seen on another that is open', async ({ page, context, portal }) => {
  await signIn(page, 'staff')
  await untilMovable(page)
  const other = await context.browser()?.newContext({ baseURL: portal.url })
  if (!other) throw new Error('no browser')
  const second = await other.newPage()
  const stream = second.waitForRequest('**/api/base/live/events')
  await signIn(second, 'staff')
  await stream
  const before = await codesIn(page, COMMON)
  await dragByMouse(page, iconOf(page, before[0] ?? ''), iconOf(page, before[1] ?? ''))
  await expect.poll(() => codesIn(second, COMMON)).toEqual([before[1], before[0], ...before.slice(2)])
  await other.close()
})

test('icons are moved by keys while arranging, and it is said where they are', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, 'admin')
  await untilMovable(page)
  const before = await codesIn(page, COMMON)
  await page.getByRole('button', { name: 'Arrange icons' }).click()
  await expect(page.getByRole('group', { name: 'Arranging icons' })).toBeVisible()
  const said = page.locator('[id^=DndLiveRegion]')
  const first = iconOf(page, before[0] ?? '')
  await first.focus()
  await page.keyboard.press('Space')
  await expect(said).toContainText('is lifted')
  await page.keyboard.press('ArrowRight')
  await expect(said).toContainText('Common apps, place 2 of')
  await page.keyboard.press('ArrowRight')
  await expect(said).toContainText('place 3 of')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(said).toContainText('stays where it was')
  expect(await codesIn(page, COMMON)).toEqual(before)

  await page.keyboard.press('Enter')
  // It hears the keys in its next task.
  await expect(said).toContainText('is lifted')
  await page.keyboard.press('ArrowDown')
  await expect(said).not.toContainText('Common apps, place')
  await expect(said).toContainText('place')
  const stored = saved(page)
  await page.keyboard.press('Space')
  await stored
  await expect.poll(() => codesIn(page, COMMON)).toEqual(before.slice(1))
  await expect(first).toBeFocused()
  // While arranging, nothing opens; afterwards it does.
  await iconOf(page, 'files').click()
  await expect(page).toHaveURL(/desktop_all/)
  await page.getByRole('button', { name: 'Back to the usual order' }).click()
  await expect.poll(() => codesIn(page, COMMON)).toEqual(before)
  const done = page.getByRole('group', { name: 'Arranging icons' }).getByRole('button', { name: 'Done' })
  // As fast as possible: the next press counts already.
  const icon = await iconOf(page, 'files').elementHandle()
  await done.evaluate(async (button, link) => {
    if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (link instanceof HTMLElement) link.click()
  }, icon)
  await expect(page).toHaveURL(/pc_files_tm/)
})

test('icons are moved by a long press; a short one opens them, and a swipe scrolls', async ({ browser, portal }) => {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await popNothingUp(context)
  const page = await context.newPage()
  await signIn(page, 'teacher')
  await untilMovable(page)
  const devTools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const before = await codesIn(page, COMMON)
  const start = await centreOf(iconOf(page, before[0] ?? ''))
  const target = await centreOf(iconOf(page, before[2] ?? ''))

  await touch('touchStart', start)
  await expect(page.locator('.d-lifted')).toBeVisible()
  for (let step = 1; step <= 5; step += 1) {
    await touch('touchMove', { x: start.x + ((target.x - start.x) * step) / 5, y: target.y })
  }
  const done = saved(page)
  await touch('touchEnd')
  await done
  const after = [before[1], before[2], before[0], ...before.slice(3)].map(String)
  await expect.poll(() => codesIn(page, COMMON)).toEqual(after)
  await expect(page).toHaveURL(/desktop_all/)

  // A finger that moves on at once wants to scroll. While the page runs on, a tap would stop it and open nothing.
  const stands = page.evaluate(
    () => new Promise<void>((resolve) => document.addEventListener('scrollend', () => resolve(), { once: true })),
  )
  await touch('touchStart', target)
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', { x: target.x, y: target.y - step * 30 })
  await touch('touchEnd')
  expect(await codesIn(page, COMMON)).toEqual(after)
  await stands
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await iconOf(page, 'files').tap()
  await expect(page).toHaveURL(/mobile_files_tm/)
  await context.close()
})

test('without a network the order stays on the device, also over a new start, and is saved once there is one', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await signIn(page, 'teacher')
  await untilMovable(page)
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  const before = await codesIn(page, COMMON)
  await context.setOffline(true)
  await dragByMouse(page, iconOf(page, before[0] ?? ''), iconOf(page, before[1] ?? ''))
  await expect(page.getByText(/现在离线/)).toBeVisible()
  const after = [before[1], before[0], ...before.slice(2)].map(String)
  await expect.poll(() => codesIn(page, COMMON)).toEqual(after)
  const done = saved(page)
  await context.setOffline(false)
  await done
  await expect.poll(() => codesIn(page, COMMON)).toEqual(after)
  expect(await onNextDevice(context, portal.url, COMMON)).toEqual(after)
})

test('an order that the server refuses goes back, and says so', async ({ page, tolerate }) => {
  tolerate(/500/)
  await signIn(page, 'staff')
  await untilMovable(page)
  await page.route('**/api/base/desktop/order', (route) => route.fulfill({ status: 500, body: 'x' }))
  const before = await codesIn(page, COMMON)
  await dragByMouse(page, iconOf(page, before[0] ?? ''), iconOf(page, before[1] ?? ''))
  await expect(page.locator('.k-notice--error')).toBeVisible()
  expect(await codesIn(page, COMMON)).toEqual(before)
})

test('pupils and parents do not move icons', async ({ page }) => {
  for (const name of ['student', 'parent']) {
    await page.context().clearCookies()
    await page.goto('/login')
    await page.evaluate(() => localStorage.clear())
    await signIn(page, name)
    await expect(page.locator('.d-arrange')).toHaveCount(0)
    const before = await codesIn(page, COMMON)
    const [from, to] = [await centreOf(iconOf(page, before[0] ?? '')), await centreOf(iconOf(page, before[1] ?? ''))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await expect(page.locator('.d-lifted')).toHaveCount(0)
    await page.mouse.up()
    expect(await codesIn(page, COMMON)).toEqual(before)
  }
})
