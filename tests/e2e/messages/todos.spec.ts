import type { Locator, Page } from '@playwright/test'
import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

// What is ignored is taken back, so that no later test misses it. Axe looks at the pop-up in contrasts.spec.ts.

/** Not the column of a wide desktop, which has the same list, but is never closed. */
const popup = (page: Page) =>
  page
    .getByRole('complementary', { name: /^(To-dos|待办)$/ })
    .filter({ has: page.getByRole('button', { name: /^(Close, and do not show again|关闭，本次登录不再弹出)/ }) })

/** Signs in and waits for the pop-up. The pointer stays over it, so that it does not close by itself. */
async function signInAndWait(page: Page, username: string): Promise<void> {
  await page.clock.install()
  await signIn(page, username)
  await expect(popup(page)).toBeVisible()
  await popup(page).hover()
}

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** At each width the pop-up is inside the window and leaves the icons free: beside them in a wide window, else as a bar that they scroll out from behind. */
async function expectIconsFree(page: Page, widths: readonly number[]): Promise<void> {
  const { width: before = 0, height = 0 } = page.viewportSize() ?? {}
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    const isWide = width >= 1180
    await expect(popup(page).getByRole('listitem')).toHaveCount(isWide ? 3 : 0)
    await expect(popup(page).getByRole('button', { name: /^(Show the to-dos|展开待办列表)$/ })).toBeVisible({
      visible: !isWide,
    })
    expect(await isWiderThanWindow(page), `${width} px`).toBe(false)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const at = await boxOf(popup(page))
    const desktop = await boxOf(page.getByRole('main'))
    const lastIcon = await boxOf(appIcons(page).last())
    expect(at.x + at.width, `${width} px`).toBeLessThanOrEqual(width)
    if (isWide) expect(at.x, `${width} px`).toBeGreaterThanOrEqual(desktop.x + desktop.width)
    else expect(at.y, `${width} px`).toBeGreaterThanOrEqual(lastIcon.y + lastIcon.height)
    if (!isWide) expect(at.height, `${width} px`).toBeLessThan(height / 8)
    await expect(appIcons(page).first()).toBeEnabled()
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

  await test.step('no icon is covered at any width', () => expectIconsFree(page, [1440, 1280, 820, 390]))

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
    await popup(page).getByRole('button', { name: 'Close, and do not show again until the next sign-in' }).click()
    await expect(popup(page)).toBeHidden()
    expect(await page.evaluate(() => sessionStorage.getItem('tip'))).not.toBeNull()
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
  await (await findTool(page, 'Language')).focus()
  await page.clock.runFor(14_000)
  await expect(popup(page)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(popup(page)).toBeHidden()
  // It closed by itself: the next start shows it again.
  await page.reload()
  await expect(popup(page)).toBeVisible()
})

test('on a phone it is a line over the desktop, opens into the list, and stands over no application', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAndWait(page, 'student')
  await test.step('no icon is covered at any width', () => expectIconsFree(page, [820, 390]))
  await popup(page).getByRole('button', { name: '展开待办列表' }).click()
  await expect(popup(page)).toBeFocused()
  await expect(popup(page).getByRole('listitem')).toHaveCount(3)
  await appIcon(pageRoot(page), 'files').dispatchEvent('click')
  await expect(page.getByRole('button', { name: '上传文件', exact: true })).toBeVisible()
  await expect(popup(page)).toBeHidden()
})

for (const width of [1280, 820]) {
  test(`a button of the header has their number, and leads to them from every page (${width} px)`, async ({
    page,
    context,
  }) => {
    await chooseEnglish(context)
    await popNothingUp(context)
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'teacher')
    await page.goto('/pages/roster/pc_roster_tm/index.html')
    const button = page.getByRole('button', { name: /^To-dos, \d+ waiting$/ })
    const waiting = Number(/\d+/.exec((await button.getAttribute('aria-label')) ?? '')?.[0])
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'To-dos' })
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await dialog
      .getByRole('button', { name: /^Ignore/ })
      .first()
      .click()
    await expect(dialog.getByRole('button', { name: /^Ignore/ }).first()).toBeFocused()
    await expect(page.getByRole('button', { name: `To-dos, ${waiting - 1} waiting` })).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `To-dos, ${waiting} waiting` })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.click()
    await dialog
      .getByRole('link', { name: /^View: .*(?<!window\))$/ })
      .first()
      .click()
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/roster/)
  })
}
