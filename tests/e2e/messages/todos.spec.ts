import type { Page } from '@playwright/test'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// What is ignored is taken back, so that no later test misses it. Axe looks at the pop-up in contrasts.spec.ts.

/** Not the column of a wide desktop, which has the same list. */
const popup = (page: Page) => page.getByRole('complementary', { name: /^(To-dos|待办)$/ }).and(page.locator('.t-popup'))

/** Signs in and waits for the pop-up. The pointer stays over it, so that it does not close by itself. */
async function signInAndWait(page: Page, username: string): Promise<void> {
  await page.clock.install()
  await signIn(page, username)
  await expect(popup(page).getByRole('listitem').first()).toBeVisible()
  await popup(page).hover()
}

/** The pop-up is inside the window at each width, and nothing behind it is held back. */
async function expectWhole(page: Page): Promise<void> {
  const { width: before = 0, height = 0 } = page.viewportSize() ?? {}
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height })
    await expect(popup(page).getByRole('listitem').first()).toBeVisible()
    expect(await isWiderThanWindow(page), `${width} px`).toBe(false)
    const box = await popup(page).boundingBox()
    expect((box?.x ?? -1) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
    expect((box?.y ?? -1) + (box?.height ?? 0), `${width} px`).toBeLessThanOrEqual(height)
    await expect(page.locator('[data-app-code]').first()).toBeEnabled()
  }
  await page.setViewportSize({ width: before, height })
}

test('a pupil goes through the to-dos, ignores one, opens one, and closes the pop-up', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInAndWait(page, 'student')
  const rows = popup(page).getByRole('listitem')

  await test.step('three at a time, with the way to the next and back', async () => {
    await expect(rows).toHaveCount(3)
    const first = await rows.first().textContent()
    await expect(popup(page).getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')
    await popup(page).getByRole('button', { name: 'Next page' }).click()
    await expect(rows).toHaveCount(1)
    await expect(popup(page).getByText('Page 2 of 2')).toBeAttached()
    await popup(page).getByRole('button', { name: 'Previous page' }).click()
    await expect(rows.first()).toHaveText(first ?? '')
  })

  await test.step('what is ignored is gone and can be taken back; a page that becomes empty gives way to the one before', async () => {
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

  await test.step('it is whole at each width', () => expectWhole(page))

  await test.step('it leads to a page of ours, and to another site in a new window', async () => {
    const outside = popup(page).getByRole('link', { name: /opens in a new window/ })
    await expect(outside.first()).toHaveAttribute('target', '_blank')
    await expect(outside.first()).toHaveAttribute('rel', /noopener/)
    await popup(page).getByRole('link', { name: /^View/ }).first().click()
    await expect(page).toHaveURL(/\/pages\/files\/pc_files_spm\/index\.html$/)
    await expect(popup(page)).toBeHidden()
  })

  await test.step('closed by its button it stays away for the session, and comes back in another one', async () => {
    await page.goBack()
    await popup(page).getByRole('button', { name: 'Close, and do not show again in this session' }).click()
    await expect(popup(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: /^Messages, \d+ unread/ })).toBeVisible()
    await expect(popup(page)).toBeHidden()
    const another = await context.newPage()
    await another.goto('/')
    await expect(popup(another)).toBeVisible()
  })
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
  await test.step('it is whole at each width', () => expectWhole(page))
  await page.locator('#root [data-app-code=files]').first().dispatchEvent('click')
  await expect(page.getByRole('button', { name: '上传文件', exact: true })).toBeVisible()
  await expect(popup(page)).toBeHidden()
})
