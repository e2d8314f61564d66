import type { BrowserContext, Locator, Page } from '@playwright/test'
import { setTheme } from '../../../contract/endpoints/desktop/theme.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, signIn, test, toldOnce } from '../fixtures.ts'
import { holdScript } from '../../support/browser/hold-script.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, usernameField } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

// Themes for all users reach the other tests too.
test.use({ school: 'theme' })

const WORDS = {
  'zh-CN': {
    theme: '主题',
    use: '使用这个主题',
    applied: '主题已更换',
    cancel: '取消',
    names: { ink: '水墨', lotus: '荷塘', cartoon: '卡通', red: '红色', blue: '蓝色', cyan: '青蓝色', green: '绿色' },
    custom: '自定义颜色',
    unit: '学校默认颜色',
    left: '左右布局',
    forced: '水墨、荷塘和卡通主题的菜单固定在上方。',
  },
  en: {
    theme: 'Theme',
    use: 'Use this theme',
    applied: 'Theme changed',
    cancel: 'Cancel',
    names: {
      ink: 'Ink wash',
      lotus: 'Lotus pond',
      cartoon: 'Cartoon',
      red: 'Red',
      blue: 'Blue',
      cyan: 'Cyan-blue',
      green: 'Green',
    },
    custom: 'Custom colour',
    unit: 'The school’s own colours',
    left: 'Left–right',
    forced: 'The menu of the ink, lotus and cartoon themes is at the top.',
  },
} as const

const COLORS = {
  ink: '#a9947f',
  lotus: '#68a265',
  cartoon: '#3abae8',
  red: '#c4514d',
  blue: '#457cd6',
  cyan: '#1f93a6',
  green: '#3c9161',
} as const
const THEMES = ['ink', 'lotus', 'cartoon', 'red', 'blue', 'cyan', 'green'] as const

type Words = (typeof WORDS)[keyof typeof WORDS]

async function openDialog(page: Page, words: Words) {
  await (await findTool(page, words.theme)).click()
  const dialog = page.getByRole('dialog', { name: words.theme, exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Presses a card or a segment. */
const choose = (where: Locator, name: string) => where.getByRole('radio', { name, exact: true }).check()

/** What the page looks like just now: its theme, its accent and whether it is dark. */
function lookOf(page: Page) {
  return page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return {
      theme: document.documentElement.dataset['theme'] ?? null,
      color: style.getPropertyValue('--l5').trim(),
      scheme: style.colorScheme,
    }
  })
}

async function chooseByKeys(context: BrowserContext, entries: Record<string, string>) {
  await context.addInitScript((kept) => {
    if (self !== top || !location.protocol.startsWith('http')) return
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
  }, entries)
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  const words = WORDS[language]
  test(`each theme is chosen, seen at once and kept (${language}, ${width} px)`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    const before = await lookOf(page)
    await test.step('the school’s own colours are the choice at first', async () => {
      const dialog = await openDialog(page, words)
      await expect(dialog.getByRole('radio', { name: words.unit, exact: true })).toBeChecked()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
    for (const theme of THEMES) {
      const dialog = await openDialog(page, words)
      await choose(dialog, words.names[theme])
      await expect.poll(() => lookOf(page)).toMatchObject({ theme, color: COLORS[theme] })
      const isDrawn = theme === 'ink' || theme === 'lotus' || theme === 'cartoon'
      await expect(dialog.getByRole('radio', { name: words.left })).toHaveCount(isDrawn ? 0 : 1)
      if (isDrawn) await expect(dialog.getByText(words.forced)).toBeVisible()
      expect(await isWiderThanWindow(page)).toBe(false)
      await dialog.getByRole('button', { name: words.use }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => lookOf(page)).toMatchObject({ theme, color: COLORS[theme] })
      await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe(theme)
      if (theme !== 'cartoon' && theme !== 'green') continue
      // What is kept is drawn: once a drawn theme, once a colour.
      await page.reload()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      await expect.poll(() => lookOf(page)).toMatchObject({ theme, color: COLORS[theme] })
    }
    await test.step('and again when they are chosen', async () => {
      const dialog = await openDialog(page, words)
      await choose(dialog, words.unit)
      await expect.poll(() => lookOf(page)).toEqual(before)
      await dialog.getByRole('button', { name: words.use }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
      await page.reload()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      expect(await lookOf(page)).toEqual(before)
    })
  })
}

test('what somebody tries out, chooses for themselves or for their device, and what an administrator gives to everybody', async ({
  page,
  context,
  browser,
  portal,
}) => {
  await chooseEnglish(context)
  await signIn(page, 'staff')
  const before = await lookOf(page)
  const scheme = async () => (await lookOf(page)).scheme

  await test.step('an administrator gives a theme to everybody, who see it live, and takes it back', async () => {
    const elsewhere = await browser.newContext({ locale: 'zh-CN', baseURL: portal.url })
    await chooseEnglish(elsewhere)
    const admin = await elsewhere.newPage()
    await signIn(admin, 'admin')
    const dialog = await openDialog(admin, WORDS.en)
    await choose(dialog, 'Lotus pond')
    await dialog.getByRole('button', { name: 'Use this theme' }).click()
    const question = admin.getByRole('alertdialog', { name: 'Change theme' })
    await expect(question).toBeVisible()
    expect(await findViolations(admin)).toEqual([])
    await question.getByRole('button', { name: 'Sync to all users' }).click()
    await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'lotus' })
    await admin.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => lookOf(page)).toEqual(before)
    await elsewhere.close()
  })

  await test.step('an administrator gives the own theme to everybody, without choosing another one first', async () => {
    const elsewhere = await browser.newContext({ locale: 'zh-CN', baseURL: portal.url })
    await chooseEnglish(elsewhere)
    const admin = await elsewhere.newPage()
    await signIn(admin, 'admin')
    const question = admin.getByRole('alertdialog', { name: 'Change theme' })
    const use = async (dialog: Locator) => dialog.getByRole('button', { name: WORDS.en.use }).click()
    let dialog = await openDialog(admin, WORDS.en)
    await choose(dialog, 'Ink wash')
    await use(dialog)
    await question.getByRole('button', { name: 'Only for me' }).click()
    await expect(dialog).toHaveCount(0)

    // Another screen alone asks nothing.
    dialog = await openDialog(admin, WORDS.en)
    await choose(dialog, 'Dark')
    await use(dialog)
    await expect(dialog).toHaveCount(0)
    await expect(question).toHaveCount(0)

    dialog = await openDialog(admin, WORDS.en)
    await expect(dialog.getByRole('radio', { name: 'Ink wash' })).toBeChecked()
    await use(dialog)
    await question.getByRole('button', { name: 'Sync to all users' }).click()
    await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'ink' })
    // The school has it by now.
    dialog = await openDialog(admin, WORDS.en)
    await expect(dialog.getByText('The whole school has the theme Ink wash.')).toBeVisible()
    await use(dialog)
    await expect(dialog).toHaveCount(0)
    await expect(question).toHaveCount(0)
    dialog = await openDialog(admin, WORDS.en)
    await dialog.getByRole('button', { name: 'Back to the school’s colours for everyone' }).click()
    await expect.poll(() => lookOf(page)).toEqual(before)
    await elsewhere.close()
  })

  await test.step('what is only tried out is gone again when the dialog is left', async () => {
    const dialog = await openDialog(page, WORDS.en)
    await choose(dialog, 'Lotus pond')
    await choose(dialog, 'Dark')
    await expect.poll(() => lookOf(page)).toEqual({ theme: 'lotus', color: COLORS.lotus, scheme: 'dark' })
    await page.keyboard.press('Escape')
    await expect.poll(() => lookOf(page)).toEqual(before)
    await page.reload()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await lookOf(page)).toEqual(before)
  })

  await test.step('any colour may be one’s own, and its text stays readable', async () => {
    const dialog = await openDialog(page, WORDS.en)
    await choose(dialog, 'Custom colour')
    const code = dialog.getByRole('textbox')
    await code.fill('#ffee00')
    await code.press('Tab')
    await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'custom', color: '#ffee00' })
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use this theme' }).click()
    await expect(page.getByText('Theme changed')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('themeColor'))).toBe('#FFEE00')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('before any script of the page has come, the theme and the dark screen of the last visit are there', async () => {
    const dialog = await openDialog(page, WORDS.en)
    await choose(dialog, 'Ink wash')
    await choose(dialog, 'Dark')
    await dialog.getByRole('button', { name: 'Use this theme' }).click()
    await expect(dialog).toHaveCount(0)
    const release = await holdScript(page)
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(() => lookOf(page)).toEqual({ theme: 'ink', color: COLORS.ink, scheme: 'dark' })
    release()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await lookOf(page)).toEqual({ theme: 'ink', color: COLORS.ink, scheme: 'dark' })
  })

  await test.step('the device’s own choice is stronger than the system’s, and follows it again when it is taken back', async () => {
    await page.goto('/pages/base/desktop/setting?part=appearance')
    const brightness = page.getByRole('group', { name: 'Brightness' })
    await choose(brightness, 'System')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')
    await choose(page.getByRole('main'), 'Light')
    await expect.poll(scheme).toBe('light')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await expect.poll(scheme).toBe('light')
    await choose(brightness, 'System')
    await expect.poll(scheme).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(scheme).toBe('light')
  })
})

test('an administrator takes the theme of the whole school away again, and all pages follow', async ({
  page,
  context,
  browser,
  portal,
}) => {
  await chooseEnglish(context)
  // Who has chosen none in the tests before.
  await signIn(page, 'parent')
  const before = await lookOf(page)
  const office = await browser.newContext({ locale: 'zh-CN', baseURL: portal.url })
  await chooseEnglish(office)
  const admin = await office.newPage()
  await signIn(admin, 'admin')
  const dialog = await openDialog(admin, WORDS.en)
  const remove = dialog.getByRole('button', { name: 'Back to the school’s colours for everyone' })
  await expect(remove).toHaveCount(0)
  // Another one than the administrator has from the test before.
  await choose(dialog, 'Ink wash')
  await dialog.getByRole('button', { name: WORDS.en.use }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Sync to all users' }).click()
  await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'ink' })

  const again = await openDialog(admin, WORDS.en)
  await expect(again.getByText('The whole school has the theme Ink wash.')).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await remove.click()
  await expect(again).toHaveCount(0)
  await expect.poll(() => lookOf(page)).toEqual(before)
  await expect.poll(async () => (await lookOf(admin)).theme).toBe(before.theme)
  await openDialog(admin, WORDS.en)
  await expect(remove).toHaveCount(0)
  await office.close()
})

test('who has no theme of their own sees the unit’s as the school’s, and goes back to it without its plain colours between', async ({
  page,
  context,
  playwright,
  portal,
}) => {
  await chooseEnglish(context)
  const office = await playwright.request.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { 'x-portal-device': 'pc' },
  })
  const giveUnit = async (theme: string) => {
    await office.post(session.login.path, { form: { username: 'admin', password: PASSWORD } })
    const answer = await office.post(setTheme.path, { form: { type: 'default_color', theme } })
    expect((await answer.json()).code).toBe('ok')
  }
  await giveUnit('lotus')
  try {
    await signIn(page, 'student')
    await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'lotus' })
    let dialog = await openDialog(page, WORDS.en)
    await expect(dialog.getByRole('radio', { name: WORDS.en.unit, exact: true })).toBeChecked()
    await choose(dialog, 'Ink wash')
    await dialog.getByRole('button', { name: WORDS.en.use }).click()
    await expect(dialog).toHaveCount(0)
    dialog = await openDialog(page, WORDS.en)
    await expect(dialog.getByRole('radio', { name: 'Ink wash' })).toBeChecked()
    // All themes that the page has from here on.
    await page.evaluate(() => {
      const root = document.documentElement
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(root.dataset['theme'] ?? 'plain')).observe(root, {
        attributeFilter: ['data-theme', 'style'],
      })
    })
    await choose(dialog, WORDS.en.unit)
    await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'lotus' })
    await dialog.getByRole('button', { name: WORDS.en.use }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Theme changed')).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).not.toContain('plain')
    await page.reload()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await lookOf(page)).toMatchObject({ theme: 'lotus' })

    await test.step('a theme of the unit that is changed meanwhile waits until the dialog is closed', async () => {
      dialog = await openDialog(page, WORDS.en)
      await choose(dialog, 'Ink wash')
      await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'ink' })
      const renewed = page.waitForResponse((response) => response.url().includes(session.me.path))
      await giveUnit('red')
      await (await renewed).finished()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('red')
      expect(await lookOf(page)).toMatchObject({ theme: 'ink' })
      await page.keyboard.press('Escape')
      await expect.poll(() => lookOf(page)).toMatchObject({ theme: 'red' })
    })
  } finally {
    await giveUnit('unit')
    await office.dispose()
  }
})

test('each preview has the scenery, the tints and the pictures of applications of its theme, whatever the page has', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await signIn(page, 'student')
  const dialog = await openDialog(page, WORDS.en)
  for (const theme of ['ink', 'lotus', 'cartoon', 'red'] as const) {
    await choose(dialog, WORDS.en.names[theme])
    await expect.poll(() => lookOf(page)).toMatchObject({ theme })
    const wall = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const [wallpaper, own] = [getComputedStyle(element, '::before'), getComputedStyle(element)]
          return [
            wallpaper.backgroundImage,
            wallpaper.opacity,
            own.getPropertyValue('--primary5'),
            own.getPropertyValue('--c-card'),
          ]
        })
    await expect.poll(() => wall('.s-page')).toEqual(await wall(`.t-picture[data-look=${theme}]`))
    // Beside it stand others with theirs.
    const other = theme === 'ink' ? 'cartoon' : 'ink'
    expect(await wall(`.t-picture[data-look=${other}]`)).not.toEqual(await wall('.s-page'))
  }
  await expect(dialog.locator('[data-look=ink] image').first()).toHaveAttribute('href', /#gray$/)
})

test('before any script of the page has come, the login is in the unit’s own colours, dark where the device is', async ({
  page,
  context,
}) => {
  await chooseByKeys(context, { theme: 'cartoon', themeColor: '#3ABAE8', themeTints: '#3abae8'.repeat(24) })
  await page.emulateMedia({ colorScheme: 'dark' })
  await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(usernameField(page)).toBeVisible()
  expect(await lookOf(page)).toEqual({ theme: null, color: '#457cd6', scheme: 'dark' })
})

test('a theme that this version does not know gets the colour that the server has for it', async ({ page }) => {
  await signIn(page, 'teacher')
  await page.route('**/api/base/my_desktop/color*', (route) =>
    route.fulfill({ json: { status: 200, code: 'ok', message: '', data: '#B4504A' } }),
  )
  await page.route('**/api/uaa/oauth/me*', async (route) => {
    const response = await route.fetch()
    const envelope = await response.json()
    await route.fulfill({
      response,
      json: { ...envelope, data: { ...envelope.data, theme: 'spring', themeColor: null } },
    })
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('themeColor'))).toBe('#B4504A')
  expect(await lookOf(page)).toMatchObject({ theme: 'custom' })
})
