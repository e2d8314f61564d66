import type { Locator } from '@playwright/test'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { attendancePages, headerTools } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

test.beforeEach(({ context }) => chooseEnglish(context))

test('a teacher’s menu of applications, at the top and at the left', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'App menu' })

  await test.step('a narrow window has one button for all applications', async () => {
    await page.setViewportSize({ width: 820, height: 1100 })
    await signIn(page, 'teacher')
    // On the desktop they are on the page itself.
    await appIcon(page, 'roster').click()
    await menu.getByRole('button', { name: 'Apps' }).click()
    for (const name of ['Common apps', 'Office', 'Logistics'])
      await expect(menu.getByRole('group', { name, exact: true })).toBeVisible()
    expect(await isWiderThanWindow(page)).toBe(false)
    await menu.getByRole('link', { name: 'Files' }).click()
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(menu.getByRole('link')).toHaveCount(0)
  })

  await test.step('teachers open groups with names, and Escape gives the focus back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const group = menu.getByRole('button', { name: 'Pupil development' })
    await group.click()
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    const icon = menu.getByRole('group', { name: 'Pupil development' }).getByRole('link', { name: 'Scratch' })
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
    await page.getByRole('heading', { level: 1 }).click()
    await expect(icon).toHaveCount(0)
  })

  await test.step('the application that is open is marked, with its group', async () => {
    const group = page.getByRole('button', { name: 'Common apps', exact: true })
    await expect(group).toHaveAttribute('aria-current', 'true')
    await group.click()
    await expect(menu.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page')
  })

  const width = async () => (await menu.boundingBox())?.width
  await test.step('at the left it is pictures until somebody points at it, and stays open once it is locked', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Desktop' }).click()
    await expect(menu).toHaveCount(0)
    await page.evaluate(() => localStorage.setItem('currentLayout', 'left'))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    const main = async () => (await page.getByRole('main').boundingBox())?.x ?? 0
    await expect.poll(width).toBe(64)
    const before = await main()
    await menu.hover()
    await expect.poll(width).toBe(224)
    // Over the page, which does not move under the pointer.
    expect(await main()).toBe(before)
    await menu.getByRole('button', { name: 'Keep the menu open' }).click()
    await page.mouse.move(900, 500)
    await expect(menu.getByRole('button', { name: 'Keep the menu open' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(width).toBe(224)
    await expect.poll(main).toBeGreaterThan(before)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('menuLock'))).toBe('true')

    await page.reload()
    await expect.poll(width).toBe(224)
    await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await menu.getByRole('button', { name: 'Keep the menu open' }).click()
    await page.mouse.move(900, 500)
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(width).toBe(64)
    await page.reload()
    await expect.poll(width).toBe(64)
  })

  await test.step('arrow keys, Enter and Escape do all of it', async () => {
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
    await expect.poll(width).toBe(64)
  })

  await test.step('a phone has none of it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(menu).toHaveCount(0)
    await expect.poll(() => isWiderThanWindow(page)).toBe(false)
  })
})

test('a student’s menu of applications, at the top and at the left', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'App menu' })

  await test.step('students see applications side by side, ten at most, in the room that is theirs', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 })
    await signIn(page, 'student')
    const single = await appIcons(page).and(page.getByRole('link')).count()
    await expect(menu).toHaveCount(0)
    await appIcon(page, 'files').click()
    await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
    const cells = menu.getByRole('link').or(menu.getByRole('button'))
    const list = menu.getByRole('list')
    await expect(cells).toHaveCount(10)
    for (const cell of await cells.all()) expect((await cell.boundingBox())?.width).toBe(60)
    expect((await list.boundingBox())?.width).toBeLessThanOrEqual(672)
    // In the middle of what the unit and the tools leave.
    const middleOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0) / 2
    }
    expect(Math.abs((await middleOf(list)) - (await middleOf(menu)))).toBeLessThanOrEqual(1)
    expect(await middleOf(page.getByRole('banner').getByText('Riverside School'))).toBeLessThan(await middleOf(list))
    expect(await middleOf(list)).toBeLessThan(await middleOf(headerTools(page)))
    // All that have no place of their own, and nothing twice.
    await menu.getByRole('button', { name: 'More apps' }).click()
    const museums = menu.getByRole('group', { name: 'Museums' })
    await expect(museums.getByRole('link')).toHaveCount(4)
    await expect(menu.getByRole('link')).toHaveCount(single + 4)
  })

  await test.step('at the left they have it without groups, and the header has the other menu no longer', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await (await findTool(page, 'Theme')).click()
    const left = page.getByRole('radio', { name: 'Left–right' })
    await left.check()
    await page.getByRole('button', { name: 'Use this theme' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currentLayout'))).toBe('left')
    await page.reload()
    await expect(menu).toHaveCount(1)
    await expect(menu.getByRole('link', { name: 'Files' })).toBeVisible()
    await menu.getByRole('link', { name: 'Files' }).click()
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page')
    await expect(menu.getByRole('list', { name: 'Museums' }).getByRole('link')).toHaveCount(4)
  })

  await test.step('the open application has its pages under it, which open also while it is open', async () => {
    await menu.getByRole('button', { name: 'Keep the menu open' }).click()
    await menu.getByRole('link', { name: 'Attendance', exact: true }).click()
    const corrections = menu.getByRole('link', { name: 'Corrections' })
    await corrections.click()
    await expect(page).toHaveURL(/#\/corrections$/)
    await expect(attendancePages(page).getByRole('link', { name: 'Corrections' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await menu.getByRole('link', { name: 'My attendance' }).click()
    await expect(attendancePages(page).getByRole('link', { name: 'My attendance' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(menu.getByRole('link', { name: 'Attendance settings' })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Files' }).click()
    await expect(corrections).toHaveCount(0)
  })
})
