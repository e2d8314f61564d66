import type { Page } from '@playwright/test'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'

/** Makes the window look as it does at a zoom: the outside stays, and the inside has fewer or more pixels of the page. */
async function zoomTo(page: Page, percent: number): Promise<void> {
  await page.evaluate((zoom) => {
    Object.defineProperty(window, 'outerWidth', { configurable: true, get: () => Math.round(innerWidth * zoom) })
    Object.defineProperty(window, 'outerHeight', { configurable: true, get: () => Math.round(innerHeight * zoom) + 90 })
    window.dispatchEvent(new Event('resize'))
  }, percent / 100)
}

test('a zoom outside 80 to 120 percent is told, each once', async ({ page, context }) => {
  await chooseEnglish(context)
  await signIn(page, 'teacher')
  const notice = page.getByRole('status').getByText(/1?\d0%/)
  // Watched once the page has come to rest; until then it is asked again.
  await expect(async () => {
    await zoomTo(page, 100)
    await zoomTo(page, 150)
    await expect(
      page.getByText('The page is zoomed to 150% and may not look right. 100% is recommended: press Ctrl+0.'),
    ).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(notice).toHaveCount(0)
  await zoomTo(page, 120)
  await zoomTo(page, 80)
  await zoomTo(page, 67)
  await expect(page.getByText(/67%/)).toBeVisible()
  await expect(page.getByText(/120%|80%/)).toHaveCount(0)
})

test('it stands for five seconds', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'outerWidth', { get: () => innerWidth * 2 })
    Object.defineProperty(window, 'outerHeight', { get: () => innerHeight * 2 + 90 })
  })
  await signIn(page, 'teacher')
  const notice = page.getByText(/200%.*Ctrl\+0.*100%/)
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(notice).toBeVisible({ timeout: 200 })
  }).toPass()
  // From here on only the test moves the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.clock.runFor(2000)
  await expect(notice).toBeVisible()
  await page.clock.runFor(3000)
  await expect(notice).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('it is not told', async ({ page, context }) => {
    await chooseEnglish(context)
    await page.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => innerWidth * 2 }))
    const watched = page.waitForResponse(/zoom-warning/)
    await signIn(page, 'teacher')
    await watched
    await expect(page.getByText(/zoomed to/)).toHaveCount(0)
  })
})
