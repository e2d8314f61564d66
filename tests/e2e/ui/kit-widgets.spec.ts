import type { Locator, Page } from '@playwright/test'
import { expect, openKit, test } from './kit-page.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { notices, skeletons } from '../../support/browser/parts.ts'

test.describe('notices', () => {
  test('go after two seconds, 16 pixels apart, and stay while they are pointed at', async ({ page }) => {
    await page.clock.install({ time: '2026-11-21T12:00:00' })
    await openKit(page, 'feedback')
    await page.clock.pauseAt('2026-11-21T13:00:00')
    await page.getByRole('button', { name: 'Success' }).click()
    await page.getByRole('button', { name: 'Warning' }).click()
    await page.clock.runFor(50)
    const shown = notices(page)
    await expect(shown).toHaveCount(2)
    await expect(page.locator('.k-notices__list')).toHaveCSS('row-gap', '16px')
    await shown.last().hover()
    await page.clock.runFor(60_000)
    await expect(shown).toHaveText(['Saved', 'User name cannot be empty!'])
    await page.mouse.move(5, 600)
    await page.clock.runFor(1900)
    await expect(shown).toHaveCount(2)
    await page.clock.runFor(200)
    await expect(shown).toHaveCount(0)
  })

  test('say the title of an error, are read out, and can be undone by keyboard, and the focus comes back', async ({
    page,
  }) => {
    await openKit(page, 'feedback', { language: 'zh-CN' })
    await page.getByRole('button', { name: '错误' }).click()
    const place = page.getByRole('status').filter({ hasText: '500 Internal Server Error' })
    await expect(place).toContainText('服务器内部错误！')
    await expect(place).toHaveAttribute('aria-live', 'polite')

    const button = page.getByRole('button', { name: '忽略全部' })
    await button.press('Enter')
    await expect(page.getByRole('button', { name: '撤销' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('F8')
    await page.keyboard.press('Enter')
    await expect(page.getByText('已恢复 3 条消息')).toBeVisible()
    await expect(button).toBeFocused()
  })
})

test('what stands for what loads is found by the tests that wait for its end', async ({ page }) => {
  await openKit(page, 'feedback')
  await expect(skeletons(page)).toBeVisible()
  await expect(skeletons(page)).toHaveAccessibleName('Loading')
})

test('the colour picker starts with #000, keeps the hue of black, offers six fonts, and closes on a click beside it', async ({
  page,
}) => {
  await openKit(page, 'fields')
  const result = page.getByLabel('Result', { exact: true })
  await expect(result).toHaveText('{"color":"#000"}')
  await page.getByRole('button', { name: 'Text colour: #000' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Text colour' })
  await expect(panel.getByLabel('Colour code')).toHaveValue('#000000')
  expect(await findViolations(page)).toEqual([])

  const hue = panel.getByRole('slider', { name: 'Hue' })
  await hue.focus()
  await hue.press('PageUp')
  const chosen = await hue.inputValue()
  expect(Number(chosen)).toBeGreaterThan(0)
  await panel.getByLabel('Colour code').fill('#0a6e6e')
  await panel.getByLabel('Colour code').press('Enter')
  await expect(result).toHaveText('{"color":"#0a6e6e"}')
  await panel.getByRole('option').nth(2).click()
  await expect(result).toHaveText('{"color":"#b3261e"}')

  // Any click in the document closes it, but not one within.
  const opener = page.getByRole('button', { name: 'Text colour: #b3261e' })
  await panel.getByText('Colour code').click()
  await expect(panel).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panel).toHaveCount(0)
  await opener.click()
  await expect(panel).toBeVisible()
  await opener.click()
  await expect(panel).toHaveCount(0)

  for (const [language, label, family, size, names] of [
    ['zh-CN', '标题样式', '字体', '字号', ['宋体', '楷体', '微软雅黑', '黑体', '隶书', '华文行楷']],
    ['en', 'Title style', 'Font', 'Font size', ['SimSun', 'KaiTi', 'Microsoft YaHei', 'SimHei', 'LiSu', 'STXingkai']],
  ] as const) {
    await openKit(page, 'fields', { language })
    // Only the hash has changed.
    await page.reload()
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    const styles = page.getByRole('dialog', { name: label })
    const fonts = styles.getByLabel(family, { exact: true })
    await expect(fonts).toHaveValue('KaiTi')
    await expect(fonts.getByRole('option')).toHaveText([...names])
    const sizes = styles.getByLabel(size)
    await expect(sizes.getByRole('option')).toHaveText(['12px', '14px', '16px', '18px', '20px'])
    await fonts.selectOption('LiSu')
    await sizes.selectOption('20px')
    await expect(page.getByRole('status', { name: /^(Style result|样式结果)$/ })).toHaveText(
      '{"color":"#2b58a5","fontSize":"20px","fontFamily":"LiSu"}',
    )
    expect(await findViolations(page)).toEqual([])
  }
})

test('the scroll container has a bar of 10 pixels, steps of 15, a thumb that can be dragged, and no bar without need', async ({
  page,
}) => {
  await openKit(page, 'lists')
  const view = page.getByRole('region', { name: 'Forty rows' })
  const bar = view.locator('~ [data-axis=y]')
  const offset = () => view.evaluate((element) => element.scrollTop)
  expect((await bar.boundingBox())?.width).toBe(10)
  await view.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(offset).toBe(30)
  await page.keyboard.press('ArrowUp')
  await expect.poll(offset).toBe(15)

  const thumb = await bar.locator('.k-scroll__thumb').boundingBox()
  const track = await bar.boundingBox()
  if (!thumb || !track) throw new Error('the bar is not to be seen')
  await page.mouse.move(thumb.x + 5, thumb.y + 5)
  await page.mouse.down()
  await page.mouse.move(thumb.x + 5, track.y + track.height + 100, { steps: 4 })
  await page.mouse.up()
  const end = await view.evaluate((element) => element.scrollHeight - element.clientHeight)
  await expect.poll(offset).toBe(end)
  await page.mouse.click(track.x + 5, track.y + 5)
  await expect.poll(offset).toBe(end - 220)

  // The wheel scrolls, over the bar too.
  await page.keyboard.press('Home')
  await expect.poll(offset).toBe(0)
  await view.hover()
  await page.mouse.wheel(0, 100)
  await expect.poll(offset).toBe(100)
  await bar.hover()
  await page.mouse.wheel(0, 100)
  await expect.poll(offset).toBe(200)
  await expect(page.getByRole('region', { name: 'One row' }).locator('~ [data-axis]:visible')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Wide content' }).locator('~ [data-axis]:visible')).toHaveCount(2)
})

test('a list loads more when its end comes near and not before, waits for its button after a failure, and says when all is there', async ({
  page,
}) => {
  await openKit(page, 'lists')
  const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  const view = page.getByRole('group', { name: 'Message window' })
  const button = view.getByRole('button', { name: 'Load more' })
  await expect(rows).toHaveCount(10)
  await button.focus()
  await expect(view.getByText('This could not be loaded')).toBeVisible()
  await expect(rows).toHaveCount(10)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(20)

  // The end is eleven pixels away.
  await view.evaluate((element) => {
    const end = element.querySelector('.k-load-more__end')
    const below = end ? end.getBoundingClientRect().top - element.getBoundingClientRect().bottom : 0
    element.scrollBy(0, below - 11)
  })
  const framed = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  for (let frame = 0; frame < 5; frame += 1) await framed()
  await expect(view.getByText('Loading more')).toHaveCount(0)
  await view.evaluate((element) => element.scrollBy(0, 2))
  await expect(rows).toHaveCount(30)

  await view.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(rows).toHaveCount(40)
  await expect(view.getByText('Everything is loaded')).toBeAttached()
  await expect(button).toHaveCount(0)
})

test.describe('charts', () => {
  /** The colours of a canvas, counted. */
  function paint(canvas: Locator): Promise<string> {
    return canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''))
  }

  /** By their tag: they are hidden from screen readers, for whom there is the table. */
  const canvases = (page: Page) => page.locator('canvas')

  async function drawn(page: Page): Promise<Locator> {
    const canvas = canvases(page).first()
    await expect.poll(() => canvas.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(300)
    await expect.poll(() => paint(canvas)).toMatch(/.{4000}/)
    return canvas
  }

  test('come lazily, have a table for screen readers and a switch to see it, and follow the mode', async ({ page }) => {
    const libraries: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/draw-chart-')) libraries.push(request.url())
    })
    await openKit(page, 'feedback')
    expect(libraries).toEqual([])
    await page.getByRole('link', { name: 'Charts' }).click()
    await drawn(page)
    expect(libraries).not.toEqual([])

    const table = page.getByRole('table', { name: 'Visits each month' }).first()
    await expect(table.getByRole('row')).toHaveText([
      'CategoryTeachersParentsStudents',
      'Sep1,820960640',
      'Oct2,1401,480700',
      'Nov2,0101,720820',
      'Dec2,380–910',
      'Jan1,2601,110430',
    ])
    await expect(canvases(page)).toHaveCount(4)
    const picture = page.getByRole('group', { name: /^Visits each month/ }).first()
    const still = await paint(canvases(page).first())
    await picture.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(picture.getByRole('status')).toHaveText('Oct: Teachers 2,140, Parents 1,480, Students 700')
    await expect.poll(async () => (await paint(canvases(page).first())) !== still).toBe(true)
    await page.keyboard.press('Escape')
    await expect(picture.getByRole('status')).toHaveText('')
    await page.getByRole('button', { name: 'Show table' }).first().click()
    await expect(canvases(page)).toHaveCount(3)
    await expect(table.getByText('1,820')).toBeInViewport()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show chart' }).click()
    await expect(canvases(page)).toHaveCount(4)

    const before = await paint(await drawn(page))
    await page.getByLabel('mode').selectOption('dark')
    await expect.poll(async () => (await paint(canvases(page).first())) !== before).toBe(true)
    await drawn(page)
  })

  test('are drawn once they come near the view', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await openKit(page, 'charts')
    await drawn(page)
    const last = canvases(page).last()
    const width = () => last.getAttribute('style')
    expect(await width()).toBeNull()
    await last.scrollIntoViewIfNeeded()
    await expect.poll(width).toContain('width')
  })

  test('show their table when the drawing does not arrive', async ({ page }) => {
    await page.route('**/draw-chart-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw 0' }),
    )
    await openKit(page, 'charts', { language: 'zh-CN' })
    await expect(page.getByText('图表没有画出来，先显示表格')).toHaveCount(4)
    await expect(page.getByRole('table', { name: '每月访问次数' }).first().getByText('1,820')).toBeInViewport()
  })
})

test('a field that searches picks one by keys alone, gives it back, and says what goes wrong', async ({ page }) => {
  await openKit(page, 'fields')
  const field = page.getByRole('searchbox', { name: 'Class teacher' })
  const list = page.getByRole('listbox', { name: 'Class teacher' })
  const options = list.getByRole('option')
  /** The option of which the field says that it is the active one. */
  const active = async () => {
    const id = await field.getAttribute('aria-activedescendant')
    return options.evaluateAll((all, wanted) => all.find((option) => option.id === wanted)?.textContent, id)
  }
  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  await field.focus()
  await page.keyboard.type('lin')
  await expect(options).toHaveText([/^Lin Zhiyuan/, /^Lin Xi/, /^Wang Lin/])
  await expect(status('3 found')).toHaveCount(1)
  // Before an arrow key, Enter picks nothing.
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('lin')
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toMatch(/^Lin Zhiyuan/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toMatch(/^Lin Xi/)
  await page.keyboard.press('End')
  await expect.poll(active).toMatch(/^Wang Lin/)
  await page.keyboard.press('Home')
  await expect.poll(active).toMatch(/^Lin Zhiyuan/)
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const remove = page.getByRole('list', { name: 'Class teacher' }).getByRole('button', { name: 'Remove Lin Zhiyuan' })
  await expect(remove).toBeFocused()
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')

  await page.keyboard.type('nobody')
  await expect(status('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(status('Nothing found')).toHaveCount(0)
  await page.keyboard.type('min')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await retry.press('Enter')
  await expect(options).toHaveText([/^Zhou Min/])
})

test('a field that searches keeps what an input method composes when its list arrives', async ({ page, context }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/PickSearch-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openKit(page, 'fields', { language: 'zh-CN' })
  const field = page.getByRole('searchbox', { name: '班主任' })
  const devtools = await context.newCDPSession(page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await field.focus()
  await compose('l')
  const arrived = page.waitForResponse('**/PickSearch-*.js')
  release()
  await (await arrived).finished()
  // The list of the other field shows that its code has run.
  await expect(page.getByRole('searchbox', { name: '收件人' })).toHaveAttribute('aria-autocomplete', 'list')
  await expect(field).not.toHaveAttribute('aria-autocomplete')
  await compose('lin')
  await expect(field).toHaveValue('lin')
  await devtools.send('Input.insertText', { text: '林' })
  await expect(field).toHaveAttribute('aria-autocomplete', 'list')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('林')
  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  await expect(status('没有找到').first()).toBeVisible()

  // In the list's own field.
  await compose('lin')
  await expect(field).toHaveValue('林lin')
  await devtools.send('Input.insertText', { text: '林' })
  await expect(field).toHaveValue('林林')
})

test('a field that picks several keeps the focus, offers nobody twice, and is gone when it is full', async ({
  page,
}) => {
  await openKit(page, 'fields')
  const field = page.getByRole('searchbox', { name: 'Receivers' })
  const chips = page.getByRole('list', { name: 'Receivers' }).getByRole('listitem')
  const options = page.getByRole('listbox', { name: 'Receivers' }).getByRole('option')
  await field.focus()
  for (const [at, name] of ['Lin Zhiyuan', 'Lin Xi', 'Wang Lin'].entries()) {
    await page.keyboard.type('lin')
    await expect(options).toHaveCount(3 - at)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(chips.nth(at)).toContainText(name)
    if (at < 2) await expect(field).toBeFocused()
  }
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove Wang Lin' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Lin Xi' }).click()
  await expect(chips).toHaveText([/Lin Zhiyuan/, /Wang Lin/])
  await expect(field).toBeFocused()
})
