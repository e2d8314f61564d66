import type { Locator, Page } from '@playwright/test'
import { expect, openKit, test } from './kit-page.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { openDialogs } from '../../support/browser/parts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The dialog's place once it has stopped moving. */
async function boxOf(dialog: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const box = await dialog.boundingBox()
  if (!box) throw new Error('the dialog is not to be seen')
  return box
}

async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = openDialogs(page).last()
  await expect(dialog).toBeVisible()
  return dialog
}

test('it is 60% wide and 15% from the top or as wide as it is told, and scrolls what is too long', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openKit(page, 'dialog')
  const plain = await open(page, 'Open')
  const box = await boxOf(plain)
  expect(box.width).toBe(864)
  expect(box.x).toBe(288)
  expect(box.y).toBe(135)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1440, height: 700 })
  const long = await open(page, 'Long content')
  const body = long.locator('.k-dialog__body')
  await expect(body).toHaveCSS('max-height', '520px')
  expect((await body.boundingBox())?.height).toBeCloseTo(520, 1)
  const longBox = await boxOf(long)
  // As the specification says of the about dialog.
  expect(longBox.width).toBe(650)
  expect(longBox.y).toBeGreaterThanOrEqual(0)
  expect(longBox.y + longBox.height).toBeLessThanOrEqual(700)
  const done = page.getByRole('button', { name: 'Got it' })
  await expect(done).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 400 })
  await expect.poll(async () => (await boxOf(long)).height).toBeLessThanOrEqual(400)
  await done.click()

  // On a phone it is a sheet at the foot.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('language').selectOption('zh-CN')
  const sheet = await open(page, '打开')
  const sheetBox = await boxOf(sheet)
  expect(sheetBox.x).toBe(0)
  expect(sheetBox.width).toBe(390)
  expect(Math.round(sheetBox.y + sheetBox.height)).toBe(844)
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(openDialogs(page)).toHaveCount(0)
})

test('the mouse drags it by its head, arrow keys and presses move it, never out of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await openKit(page, 'dialog')
  const dialog = await open(page, 'Open')
  const handle = page.getByRole('button', { name: 'Move the dialog' })
  const before = await boxOf(dialog)
  await handle.focus()
  // What moves it comes after the dialog itself.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    expect((await boxOf(dialog)).x).toBe(before.x + 16)
  }).toPass()
  await page.keyboard.press('Shift+ArrowDown')
  expect((await boxOf(dialog)).y).toBe(before.y + 64)
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await handle.click()
  expect((await boxOf(dialog)).x).toBe(8)
  await handle.click()
  expect((await boxOf(dialog)).x).toBe(1200 - 8 - before.width)
  await handle.click()
  expect(await boxOf(dialog)).toEqual(before)

  const title = dialog.getByRole('heading', { name: 'Choose a theme' })
  const drag = async (x: number, y: number) => {
    const from = await title.boundingBox()
    if (!from) throw new Error('the title is not to be seen')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 20 + x / 2, from.y + 10 + y / 2)
    await page.mouse.move(from.x + 20 + x, from.y + 10 + y)
    await page.mouse.up()
  }
  await drag(100, 80)
  const after = await boxOf(dialog)
  expect(after.x).toBe(before.x + 100)
  expect(after.y).toBe(before.y + 80)
  await drag(3000, 3000)
  const corner = await boxOf(dialog)
  expect(corner.x + corner.width).toBeLessThanOrEqual(1200)
  expect(corner.y + corner.height).toBeLessThanOrEqual(800)
  await page.setViewportSize({ width: 900, height: 600 })
  await expect
    .poll(async () => {
      const box = await boxOf(dialog)
      return box.x + box.width <= 900 && box.y + box.height <= 600
    })
    .toBe(true)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } })

  test('a finger drags it by its head', async ({ page }) => {
    await openKit(page, 'dialog')
    await page.getByRole('button', { name: 'Open', exact: true }).tap()
    const dialog = openDialogs(page)
    const before = await boxOf(dialog)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    await expect(async () => {
      const { x, y } = await boxOf(dialog)
      await touch('touchStart', x + 60, y + 24)
      await touch('touchMove', x + 70, y + 60)
      await touch('touchMove', x + 90, y + 114)
      await touch('touchEnd', 0, 0)
      const after = await boxOf(dialog)
      expect(after.x).toBeGreaterThanOrEqual(before.x + 30)
      expect(after.y).toBeGreaterThanOrEqual(before.y + 90)
    }).toPass()
  })
})

test('Escape closes the upper one, a press beside it or Escape only where that is enabled', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 })
  await openKit(page, 'dialog')
  const dialog = await open(page, 'Open')
  await expect(dialog).toHaveCSS('z-index', '1500')
  await page.mouse.click(20, 780)
  await expect(openDialogs(page)).toHaveCount(1)

  const over = await open(page, 'Open another')
  await expect(over).toHaveCSS('z-index', '1501')
  await page.keyboard.press('Escape')
  await expect(openDialogs(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Open another' })).toBeFocused()
  await open(page, 'Open another')
  await page.mouse.click(20, 780)
  await expect(openDialogs(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(openDialogs(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused()

  await open(page, 'Long content')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(openDialogs(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(openDialogs(page)).toHaveCount(0)
})

test('over it an undo is within reach by mouse and by F8, and a picker opens, which Escape closes alone', async ({
  page,
}) => {
  await openKit(page, 'dialog')
  await open(page, 'Open')
  const opener = page.getByRole('button', { name: 'Colour: #000' })
  await opener.click()
  await page.getByLabel('Colour code').fill('#17713f')
  await page.getByLabel('Colour code').press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Colour', exact: true })).toHaveCount(0)
  await expect(openDialogs(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Colour: #17713f' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete a file' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored')).toBeVisible()
  await page.getByRole('button', { name: 'Delete a file' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete a file' })).toBeFocused()
  await expect(openDialogs(page)).toHaveCount(1)
})

test('a question whose action fails can be answered again: what was typed stays, and what was done is told after it is gone', async ({
  page,
}) => {
  await openKit(page, 'dialog')
  const dialog = await open(page, 'Fails at first')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  const action = dialog.getByRole('button', { name: 'Withdraw', exact: true })
  await action.click()
  await expect(page.getByText('The server could not be reached')).toBeVisible()
  await expect(action).toBeEnabled()
  await expect(action).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Sent twice')
  await action.click()
  await expect(page.getByText('The request was withdrawn')).toBeVisible()
  await expect(openDialogs(page)).toHaveCount(0)
})
