import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { GroupCode } from '../../../contract/endpoints/desktop/desktop.ts'
import { resetOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import { expectLifted, saidOfDrag } from '../../support/browser/expect-lifted.ts'
import { signIn as callAs } from '../../support/callers/portal-caller.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { noticesOf } from '../../support/browser/parts.ts'
import { appIcon, codesOf, iconGroup, iconsIn } from '../../support/browser/icons.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ context }) => popNothingUp(context))

// For those who come after.
test.afterEach(async ({ portal }) => {
  const teacher = await callAs(portal.url)
  await teacher.call(resetOrder, {})
})

/** The codes of a group's icons as they stand on the screen. */
const codesIn = (page: Page, group: GroupCode) => codesOf(iconsIn(iconGroup(page, group)))
const COMMON = 'ZDYYYFL-CYYY'
const TEACHING = 'ZDYYYFL-JWGL'

async function centreOf(icon: Locator): Promise<{ x: number; y: number }> {
  await icon.scrollIntoViewIfNeeded()
  const box = await icon.boundingBox()
  if (!box) throw new Error('the icon is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Waits until what moves icons is there; it comes in an idle moment. */
async function untilMovable(page: Page): Promise<void> {
  await expect(saidOfDrag(page)).toBeAttached()
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const target = await centreOf(to)
  const start = await centreOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y, { steps: 2 })
  await page.mouse.move(target.x, target.y, { steps: 8 })
  await expect(saidOfDrag(page)).toContainText('拿起了')
  await page.mouse.up()
}

const saved = (page: Page) => page.waitForResponse('**/api/base/desktop/order')

/** Signs in afresh, as on another device, which stays open and hears of what is changed elsewhere. */
async function openNextDevice(context: BrowserContext, url: string): Promise<Page> {
  const other = await context.browser()?.newContext({ baseURL: url, serviceWorkers: 'block' })
  if (!other) throw new Error('no browser')
  const page = await other.newPage()
  const stream = page.waitForRequest('**/api/base/live/events')
  await signIn(page, 'teacher')
  await stream
  return page
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('icons are moved by mouse, also without a network, saved, and seen on other devices', async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    await page.setViewportSize({ width: 1440, height: 1000 })
    await signIn(page, 'teacher')
    await untilMovable(page)
    const before = await codesIn(page, COMMON)
    const within = [before[1], before[2], before[0], ...before.slice(3)].map(String)
    const across = [within[0], 'education-exams', ...within.slice(1)].map(String)

    await test.step('within a group and to another', async () => {
      const done = saved(page)
      await dragByMouse(page, appIcon(page, before[0] ?? ''), appIcon(page, before[2] ?? ''))
      await done
      await expect.poll(() => codesIn(page, COMMON)).toEqual(within)
      // The release is no click.
      await expect(page).toHaveURL(/desktop_all/)

      const again = saved(page)
      await dragByMouse(page, appIcon(page, 'education-exams'), appIcon(page, within[1] ?? ''))
      await again
      await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
      expect(await codesIn(page, TEACHING)).not.toContain('education-exams')
    })
    const other = await openNextDevice(context, portal.url)
    await test.step('seen on the next device', async () => expect(await codesIn(other, COMMON)).toEqual(across))

    await test.step('the next start shows it too, before anything was asked; undo takes back what follows', async () => {
      await page.reload()
      await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
      await untilMovable(page)
      const undone = saved(page)
      await dragByMouse(page, appIcon(page, across[0] ?? ''), appIcon(page, across[2] ?? ''))
      await undone
      const back = saved(page)
      await page.getByRole('button', { name: '撤销' }).click()
      await back
      await expect.poll(() => codesIn(page, COMMON)).toEqual(across)
      await page.getByRole('button', { name: '调整图标顺序' }).click()
      await page.getByRole('button', { name: '恢复默认顺序' }).click()
      await expect.poll(() => codesIn(page, COMMON)).toEqual(before)
      await page.getByRole('button', { name: '完成', exact: true }).click()
    })

    await test.step('an order changed on one device is seen on another that is open', () =>
      expect.poll(() => codesIn(other, COMMON)).toEqual(before))

    await test.step('without a network the order stays on the device, and is saved once there is one', async () => {
      await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
      await context.setOffline(true)
      await dragByMouse(page, appIcon(page, before[0] ?? ''), appIcon(page, before[1] ?? ''))
      await expect(page.getByText(/现在离线/)).toBeVisible()
      const after = [before[1], before[0], ...before.slice(2)].map(String)
      await expect.poll(() => codesIn(page, COMMON)).toEqual(after)
      const done = saved(page)
      await context.setOffline(false)
      await done
      await expect.poll(() => codesIn(page, COMMON)).toEqual(after)
      await expect.poll(() => codesIn(other, COMMON)).toEqual(after)
      await other.reload()
      await expect.poll(() => codesIn(other, COMMON)).toEqual(after)
    })
    await other.context().close()

    await test.step('an order that the server refuses goes back, and says so', async () => {
      await page.route('**/api/base/desktop/order', (route) => route.fulfill({ status: 500, body: 'x' }))
      const kept = await codesIn(page, COMMON)
      await dragByMouse(page, appIcon(page, kept[0] ?? ''), appIcon(page, kept[1] ?? ''))
      await expect(noticesOf(page, 'error')).toBeVisible()
      expect(await codesIn(page, COMMON)).toEqual(kept)
    })
  })
})

test('icons are moved by keys while arranging, and it is said where they are', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, 'admin')
  await untilMovable(page)
  const before = await codesIn(page, COMMON)
  await page.getByRole('button', { name: 'Arrange icons' }).click()
  await expect(page.getByRole('group', { name: 'Arranging icons' })).toBeVisible()
  const said = saidOfDrag(page)
  const first = appIcon(page, before[0] ?? '')
  await first.focus()
  await page.keyboard.press('Space')
  await expectLifted(page, 'is picked up')
  await page.keyboard.press('ArrowRight')
  await expect(said).toContainText('Common apps, place 2 of')
  await page.keyboard.press('ArrowRight')
  await expect(said).toContainText('place 3 of')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(said).toContainText('stays where it was')
  expect(await codesIn(page, COMMON)).toEqual(before)

  await page.keyboard.press('Enter')
  await expectLifted(page, 'is picked up')
  await page.keyboard.press('ArrowDown')
  await expect(said).not.toContainText('Common apps, place')
  await expect(said).toContainText('place')
  const stored = saved(page)
  await page.keyboard.press('Space')
  await stored
  await expect.poll(() => codesIn(page, COMMON)).toEqual(before.slice(1))
  await expect(first).toBeFocused()
  // While arranging, nothing opens; afterwards it does.
  await appIcon(page, 'files').click()
  await expect(page).toHaveURL(/desktop_all/)
  await page.getByRole('button', { name: 'Reset the order' }).click()
  await expect.poll(() => codesIn(page, COMMON)).toEqual(before)
  const done = page.getByRole('group', { name: 'Arranging icons' }).getByRole('button', { name: 'Done' })
  // As fast as possible: the next press counts already.
  const files = await appIcon(page, 'files').elementHandle()
  await done.evaluate(async (button, link) => {
    if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (link instanceof HTMLElement) link.click()
  }, files)
  await expect(page).toHaveURL(/pc_files_tm/)
})

test('icons are moved by a long press; a short one opens them, and a swipe scrolls', async ({ browser, portal }) => {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  await popNothingUp(context)
  const page = await context.newPage()
  await signIn(page, 'teacher')
  await untilMovable(page)
  const devTools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const before = await codesIn(page, COMMON)
  const start = await centreOf(appIcon(page, before[0] ?? ''))
  const target = await centreOf(appIcon(page, before[2] ?? ''))

  await touch('touchStart', start)
  await expect(saidOfDrag(page)).toContainText('拿起了')
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
  await appIcon(page, 'files').tap()
  await expect(page).toHaveURL(/mobile_files_tm/)
  await context.close()
})

test('pupils and parents do not move icons', async ({ page, context }) => {
  for (const name of ['student', 'parent']) {
    await context.clearCookies()
    await signIn(page, name)
    await expect(page.getByRole('button', { name: '调整图标顺序' })).toHaveCount(0)
    const before = await codesIn(page, COMMON)
    const [from, to] = [await centreOf(appIcon(page, before[0] ?? '')), await centreOf(appIcon(page, before[1] ?? ''))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await expect(saidOfDrag(page)).toHaveCount(0)
    await page.mouse.up()
    expect(await codesIn(page, COMMON)).toEqual(before)
  }
})
