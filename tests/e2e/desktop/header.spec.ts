import type { Page } from '@playwright/test'
import { chooseEnglish, expect, PASSWORD, signIn, test } from '../fixtures.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'
import { findTool, isPhone } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { ownMenu, phoneBar, toolRows } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

const NAMES = {
  'zh-CN': {
    search: '搜索',
    buttons: ['语音助手', /^消息/, '桌面', '选择孩子', '主题', '切换身份', '全屏', '语言', '退出'],
    account: '我的账号',
  },
  en: {
    search: 'Search',
    buttons: [
      'Voice assistant',
      /^Messages/,
      'Desktop',
      'Choose child',
      'Theme',
      'Switch role',
      'Fullscreen',
      'Language',
      'Log out',
    ],
    account: 'My account',
  },
} as const

/** The parts of the header, and of a phone's bar, that stick out of the window, by their class. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = Array.from(document.querySelectorAll('.h-bar *, .h-phone *'))
    if (parts.length < 10) return [`only ${parts.length} parts were found`]
    return parts.flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isCut = element.closest('.h-title, .visually-hidden, svg') !== null
      return width > 0 && !isCut && (left < -0.5 || right > document.documentElement.clientWidth + 0.5)
        ? [String(element.getAttribute('class'))]
        : []
    })
  })
}

/** The parts of the header that must not lie over each other; what each width has of them, and of how many at least. */
const PARTS = '.h-unit, .h-welcome, .h-search, .n-cell, .h-tool > *, .h-more, .h-tab'
const PARTS_AT_LEAST = 4

/** Whether the tools of the header lie over each other or over what stands beside them; also says when there are hardly any. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(
    ([selector, atLeast]) => {
      const parts = Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility())
      if (parts.length < atLeast) return [`only ${parts.length} parts were found`]
      return parts.flatMap((one, at) => {
        const a = one.getBoundingClientRect()
        return parts.slice(at + 1).flatMap((other) => {
          const b = other.getBoundingClientRect()
          const over =
            a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5
          return over ? [`${one.getAttribute('class')} and ${other.getAttribute('class')}`] : []
        })
      })
    },
    [PARTS, PARTS_AT_LEAST] as const,
  )
}

const WINDOWS = [
  [1920, 1000],
  [1440, 900],
  [1280, 720],
  [820, 1100],
  // A window of 1280 by 900 at 200%.
  [640, 450],
  [390, 844],
  [320, 640],
] as const
/** The widths at which the header is laid out in another way. */
const LAYOUTS: readonly number[] = [1440, 820, 390]

for (const language of ['zh-CN', 'en'] as const) {
  const names = NAMES[language]
  test(`every tool has its name, and nothing sticks out at any width (${language})`, async ({ page, context }) => {
    test.slow()
    if (language === 'en') await chooseEnglish(context)
    // A parent has every one of them.
    await signIn(page, 'parent')
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height })
      if (LAYOUTS.includes(width)) await page.reload()
      // A list of tools that the header of the width before had open is gone, and this width's header stands.
      await expect(toolRows(page)).toHaveCount(0)
      await expect(phoneBar(page)).toBeVisible({ visible: isPhone(page) })
      await expect(page.getByRole('banner').getByRole('button', { name: names.search })).toBeVisible()
      // The last ones to come.
      await expect(await findTool(page, names.buttons[3])).toBeVisible()
      await expect(await findTool(page, names.buttons[5])).toBeVisible()
      for (const name of names.buttons) await expect(await findTool(page, name)).toBeVisible()
      await expect(await findTool(page, names.account, 'link')).toBeVisible()
      expect(await sticksOut(page), `${width} px`).toEqual([])
      expect(await isWiderThanWindow(page), `${width} px`).toBe(false)
      // Of the tools behind a button; without them the header is looked at with all screens.
      if (language === 'en' && LAYOUTS.includes(width) && width < 1440)
        expect(await findViolations(page), `${width} px`).toEqual([])
      await page.keyboard.press('Escape')
      expect(await overlaps(page), `${width} px`).toEqual([])
      expect(await isWiderThanWindow(page), `${width} px`).toBe(false)
    }
  })
}

test('a teacher’s header, by keyboard and at every width', async ({ page, context }) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  const group = page.getByRole('button', { name: 'Common apps', exact: true })

  await test.step('from the login to an application by keyboard alone, through the page', async () => {
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type('teacher')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(appIcon(page, 'files')).toBeVisible()
    // The first stop leads past the header, the second is the search: what the menu has elsewhere is on the page.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
    await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('banner')).not.toContainText('Lin Zhiyuan')
    const files = page.getByRole('link', { name: /^Files/ })
    for (
      let presses = 0;
      presses < 22 && !(await files.evaluate((link) => link === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('Tab')
    await expect(files).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Lin Zhiyuan')
  })

  await test.step('and through the menu of applications', async () => {
    await group.focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Office', exact: true })).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('navigation', { name: 'App menu' })
    await expect(menu.getByRole('link', { name: 'Files' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    await expect(menu.getByRole('link')).toHaveCount(0)
    await page.goBack()
  })

  await test.step('the portal fills the screen and gives it back, whoever ends it', async () => {
    const button = () => findTool(page, 'Fullscreen')
    await expect(await button()).toHaveAttribute('aria-pressed', 'false')
    await (await button()).click()
    await expect(await button()).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true)
    // As the Escape key does, which the browser keeps to itself.
    await page.evaluate(() => document.exitFullscreen())
    await expect(await button()).toHaveAttribute('aria-pressed', 'false')
    await (await button()).click()
    await (await button()).click()
    await expect(await button()).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('no width makes parts of the header meet', async () => {
    await expect(await findTool(page, 'Switch role')).toBeVisible()
    for (const width of [
      641, 700, 760, 820, 900, 1024, 1025, 1100, 1199, 1200, 1280, 1365, 1366, 1440, 1600, 1720, 1920, 2560,
    ]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => overlaps(page), { message: `${width} px` }).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
  })

  await test.step('where the browser cannot fill the screen there is no such button', async () => {
    await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false }))
    await page.reload()
    await expect(await findTool(page, 'Log out')).toBeVisible()
    await expect(await findTool(page, 'Fullscreen')).toHaveCount(0)
  })
})

test('on a phone the bar leads to the desktop, to what waits, and back; a tool of the sheet closes it and opens its own', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'teacher')
  expect(isPhone(page)).toBe(true)
  const bar = page.getByRole('navigation', { name: 'Main places' })
  await expect(bar.getByRole('button', { name: 'Desktop' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: /^Messages, \d+ unread$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unread messages' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await bar.getByRole('button', { name: /^To-dos/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To-dos' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Unread messages' })).toBeVisible()
  await bar.getByRole('button', { name: 'Desktop' }).click()
  await expect(appIcons(page).first()).toBeVisible()
  // The last row is in reach: the bar stands below the page and not over it.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const foot = await page.getByRole('contentinfo').boundingBox()
  const top = (await bar.boundingBox())?.y ?? 0
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(top + 1)

  await (await findTool(page, 'Log out')).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to exit?' })
  await expect(question).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Me' })).toHaveCount(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(ownMenu(page)).toBeFocused()
  await (await findTool(page, 'Language')).click()
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page.getByRole('navigation', { name: '主要入口' })).toBeVisible()
})

test('a list of languages in the configuration is offered, and what is none is refused with a word', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  let list: unknown = 'en'
  await alterUnit(page, (unit) => {
    unit['languageList'] = list
  })
  await signIn(page, 'teacher')
  await (await findTool(page, 'Language')).click()
  await expect(page.getByText('data type error, language list must be an array')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Language' }).getByRole('button')).toHaveText(['简体中文', 'English'])

  list = ['en', 'zh-CN', 'fr']
  await page.reload()
  await (await findTool(page, 'Language')).click()
  await expect(page.getByRole('list', { name: 'Language' }).getByRole('button')).toHaveText([
    'English',
    '简体中文',
    'fr',
  ])
  await page.getByRole('listitem').getByRole('button', { name: 'fr', exact: true }).click()
  await expect(page.getByText('Only Simplified Chinese and English are available')).toBeVisible()
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'en')

  // A single language needs no choice, and is there whatever the device chose.
  list = ['zh-CN']
  await page.reload()
  await expect(page.getByRole('document')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '消息' })).toBeVisible()
  await expect(await findTool(page, '语言')).toHaveCount(0)
})
