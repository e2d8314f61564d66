import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const GROUPS = {
  'zh-CN': { menu: '应用菜单', group: '学生成长', icon: '创意编程' },
  en: { menu: 'Application menu', group: 'Student growth', icon: 'Scratch' },
} as const

for (const language of ['zh-CN', 'en'] as const) {
  test(`teachers open groups with names, and Escape gives the focus back (${language})`, async ({ page, context }) => {
    const words = GROUPS[language]
    await page.setViewportSize({ width: 1440, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    const menu = page.getByRole('navigation', { name: words.menu })
    const group = menu.getByRole('button', { name: words.group })
    await group.click()
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    const icon = menu.getByRole('group', { name: words.group }).getByRole('link', { name: words.icon })
    await expect(icon).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(menu.getByRole('link').nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(icon).toHaveCount(0)
    await expect(group).toBeFocused()

    await group.click()
    await expect(icon).toBeVisible()
    await page.locator('h1').click()
    await expect(icon).toHaveCount(0)
  })
}

test('students see applications side by side, ten at most, in the room that is theirs', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, 'student')
  const menu = page.getByRole('navigation', { name: 'Application menu' })
  await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
  await expect(menu.locator('.n-cell')).toHaveCount(10)
  for (const box of await menu.locator('.n-cell').all()) expect((await box.boundingBox())?.width).toBe(60)
  expect((await menu.locator('.n-cells').boundingBox())?.width).toBeLessThanOrEqual(672)
  // All that have no place of their own, and nothing twice.
  const shown = await menu.getByRole('link').count()
  await menu.getByRole('button', { name: 'More apps' }).click()
  await expect(menu.locator('.n-panel a').first()).toBeVisible()
  const all = await page.locator('[data-app-code]').count()
  expect(shown + (await menu.locator('.n-panel a').count())).toBe(all)
})

test('staff of a school have 780 pixels, and the platform’s own codes are in no menu of an office', async ({
  page,
  context,
  portal,
}) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, 'staff')
  await expect(page.locator('.n-cells')).toHaveCSS('max-width', '780px')
  await page.goto(`http://area.localhost:${portal.port}/login`)
  await page.locator('input[name=username]').fill('staff')
  await page.locator('input[name=password]').fill('Campus2026')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.n-cells')).toHaveCSS('max-width', '672px')
})

test('the application that is open is marked, with its group', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'teacher')
  await page.locator('[data-app-code=files]').click()
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
  const group = page.getByRole('button', { name: 'Common apps', exact: true })
  await expect(group).toHaveAttribute('aria-current', 'true')
  await group.click()
  const menu = page.getByRole('navigation', { name: 'Application menu' })
  await expect(menu.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page')
})

test('a narrow window has one button for all applications', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 820, height: 1100 })
  await signIn(page, 'teacher')
  const menu = page.getByRole('navigation', { name: 'Application menu' })
  await menu.getByRole('button', { name: 'Apps' }).click()
  for (const name of ['Common apps', 'Office', 'Logistics'])
    await expect(menu.getByRole('group', { name, exact: true })).toBeVisible()
  expect(await isWiderThanWindow(page)).toBe(false)
  await menu.getByRole('link', { name: 'Files' }).click()
  await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveCount(0)
})

test.describe('at the left', () => {
  test.beforeEach(async ({ page, context }) => {
    await chooseEnglish(context)
    await page.addInitScript(() => {
      if (self === top && location.protocol.startsWith('http')) localStorage.setItem('currentLayout', 'left')
    })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('it is pictures until somebody points at it, and stays open once it is locked', async ({ page }) => {
    await signIn(page, 'teacher')
    const menu = page.getByRole('navigation', { name: 'Application menu' })
    const width = async () => (await menu.boundingBox())?.width
    const main = async () => (await page.getByRole('main').boundingBox())?.x ?? 0
    await expect.poll(width).toBe(64)
    const before = await main()
    await menu.hover()
    await expect.poll(width).toBe(224)
    // Over the page, which does not move under the pointer.
    expect(await main()).toBe(before)
    // Of the page below, what the menu lies over is not to be pressed just now.
    expect(await findViolations(page, { except: '.s-main' })).toEqual([])
    await menu.getByRole('button', { name: 'Keep the menu open' }).click()
    await page.mouse.move(900, 500)
    await expect(menu.getByRole('button', { name: 'Keep the menu open' })).toHaveAttribute('aria-pressed', 'true')
    expect(await width()).toBe(224)
    expect(await main()).toBeGreaterThan(before)
    expect(await page.evaluate(() => localStorage.getItem('menuLock'))).toBe('true')

    await page.reload()
    await expect.poll(width).toBe(224)
    await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await menu.getByRole('button', { name: 'Keep the menu open' }).click()
    await page.mouse.move(900, 500)
    await page.locator('h1').click()
    await expect.poll(width).toBe(64)
    await page.reload()
    await expect.poll(width).toBe(64)
  })

  test('arrow keys, Enter and Escape do all of it', async ({ page }) => {
    await signIn(page, 'teacher')
    const menu = page.getByRole('navigation', { name: 'Application menu' })
    const first = menu.getByRole('button', { name: 'Common apps' })
    await expect(first).toBeVisible()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    const office = menu.getByRole('button', { name: 'Office' })
    // Past the applications of the group that is open.
    for (
      let presses = 0;
      presses < 8 && !(await office.evaluate((item) => item === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('ArrowDown')
    await expect(office).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(office).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(office).toBeFocused()
    await expect(office).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64)
  })

  test('students have it without groups, and the header has the other menu no longer', async ({ page }) => {
    await signIn(page, 'student')
    const menu = page.getByRole('navigation', { name: 'Application menu' })
    await expect(menu).toHaveCount(1)
    await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
    await menu.getByRole('link', { name: 'Files' }).click()
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page')
  })

  test('a phone has none of it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'teacher')
    await expect(page.getByRole('navigation', { name: 'Application menu' })).toHaveCount(0)
    expect(await isWiderThanWindow(page)).toBe(false)
  })
})
