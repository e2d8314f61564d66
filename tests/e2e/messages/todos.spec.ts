import type { Page } from '@playwright/test'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// To-dos that are ignored here are gone for later tests.
test.use({ school: 'todos' })

const popup = (page: Page) => page.getByRole('complementary', { name: /^(To-dos|待办)$/ })

/** Signs in and waits for the pop-up; time stands still from then on. */
async function signInAndWait(page: Page, username: string): Promise<void> {
  await page.clock.install()
  await signIn(page, username)
  await expect(popup(page).getByRole('listitem').first()).toBeVisible()
}

test('three at a time, with the way to the next and back', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'student')
  const rows = popup(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const first = await rows.first().textContent()
  await expect(popup(page).getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')
  await popup(page).getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(1)
  await expect(popup(page).getByText('Page 2 of 2')).toBeAttached()
  await popup(page).getByRole('button', { name: 'Previous page' }).click()
  await expect(rows.first()).toHaveText(first ?? '')
})

test('what is ignored is gone and can be taken back; a page that becomes empty gives way to the one before', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'student')
  const rows = popup(page).getByRole('listitem')
  await popup(page).getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(1)
  await rows
    .first()
    .getByRole('button', { name: /^Ignore/ })
    .click()
  await expect(rows).toHaveCount(3)
  await expect(popup(page).getByText('Page 2 of 2')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(popup(page).getByText('Page 1 of 2')).toBeAttached()
})

test('it closes by itself after 15 s, but not under the pointer, with the focus, or while somebody does something', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'teacher')
  await page.mouse.move(10, 300)
  await page.clock.runFor(10_000)
  await popup(page).hover()
  await page.clock.runFor(60_000)
  await expect(popup(page)).toBeVisible()
  await page.mouse.move(10, 300)
  await popup(page).getByRole('button', { name: 'Next page' }).focus()
  await page.clock.runFor(60_000)
  await expect(popup(page)).toBeVisible()
  await page.getByRole('button', { name: 'Language' }).focus()
  await page.clock.runFor(14_000)
  await expect(popup(page)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(popup(page)).toBeHidden()
  // It closed by itself: the next start shows it again.
  await page.reload()
  await expect(popup(page)).toBeVisible()
})

test('on a phone it stands over the desktop, and over no application', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAndWait(page, 'student')
  await page.locator('#root [data-app-code=files]').first().dispatchEvent('click')
  await expect(page.getByRole('button', { name: '上传文件', exact: true })).toBeVisible()
  await expect(popup(page)).toBeHidden()
})

test('closed by its button it stays away for the session, and comes back in another one', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'teacher')
  await popup(page).getByRole('button', { name: 'Close, and do not show again in this session' }).click()
  await expect(popup(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Messages, \d+ unread/ })).toBeVisible()
  await expect(popup(page)).toBeHidden()
  const another = await context.newPage()
  await another.goto('/')
  await expect(popup(another)).toBeVisible()
})

test('it leads to a page of ours, and to another site in a new window', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'teacher')
  const outside = popup(page).getByRole('link', { name: /opens in a new window/ })
  await expect(outside.first()).toHaveAttribute('target', '_blank')
  await expect(outside.first()).toHaveAttribute('rel', /noopener/)
  await popup(page).getByRole('link', { name: /^View/ }).first().click()
  await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
  await expect(popup(page)).toBeHidden()
})

for (const language of ['zh-CN', 'en'] as const) {
  for (const width of [1440, 820, 390]) {
    test(`it is whole, and axe finds nothing (${language}, ${width} px)`, async ({ page, context }) => {
      if (language === 'en') await chooseEnglish(context)
      await page.setViewportSize({ width, height: 844 })
      await signInAndWait(page, 'staff')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      const box = await popup(page).boundingBox()
      expect((box?.x ?? -1) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((box?.y ?? -1) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
      // Nothing behind it is held back.
      await expect(page.locator('[data-app-code]').first()).toBeEnabled()
    })
  }
}
