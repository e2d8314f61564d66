import type { Page } from '@playwright/test'
import { chooseEnglish, expect, PASSWORD, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'

const VERSIONS = '**/pages/portal-version/version.json*'
const PACKAGE = '**/pages/portal/package.json*'
const SERVICE = '**/api/base/nl/base_package_versions*'

const WORDS = {
  'zh-CN': {
    button: '版本信息',
    files: '文件',
    about: '关于',
    maker: '学校门户',
    note: '登录、桌面与离线打开',
    other: 'Sign-in, desktop and opening offline',
    version: /^版本 \d+\.\d+\.\d+$/,
    day: /^20\d\d年\d{1,2}月\d{1,2}日$/,
    front: '前端版本',
    server: '服务端版本',
    packaged: '打包日期 20\\d\\d年',
  },
  en: {
    button: 'Version information',
    files: 'Files',
    about: 'About',
    maker: 'School Portal',
    note: 'Sign-in, desktop and opening offline',
    other: '登录、桌面与离线打开',
    version: /^Version \d+\.\d+\.\d+$/,
    day: /^\d{1,2} \w{3,4} 20\d\d$/,
    front: 'Front end',
    server: 'Server',
    packaged: 'packaged \\d{1,2} \\w{3,4} 20\\d\\d',
  },
} as const

async function openAbout(page: Page, language: keyof typeof WORDS) {
  await page.getByRole('button', { name: WORDS[language].button }).click()
  const dialog = page.getByRole('dialog', { name: WORDS[language].about })
  await expect(dialog).toBeVisible()
  return dialog
}

// In both places: its text is in two languages, and its width is that of a wide window.
for (const [language, width] of PLACES) {
  test(`the about dialog tells maker, versions and what is deployed (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await page.clock.install({ time: '2031-07-01T12:00:00' })
    await signIn(page, 'parent')
    const dialog = await openAbout(page, language)
    const maker = dialog.locator('.v-maker')
    await expect(maker).toContainText(words.maker)
    await expect(maker).toContainText('2012-2031')
    await expect(maker.locator('img')).toHaveJSProperty('complete', true)
    // Each version with its number, its day and its notes, numbered and in the language of the page alone.
    const version = dialog.getByRole('region').filter({ hasText: words.note }).last()
    await expect(version.getByRole('heading')).toHaveText(words.version)
    await expect(version.locator('.v-list__head span')).toHaveText(words.day)
    await expect(version.locator('ol > li').filter({ hasText: words.note })).toBeVisible()
    await expect(dialog).not.toContainText(words.other)
    const bottom = dialog.locator('.v-bottom')
    for (const end of [words.front, words.server])
      await expect(bottom).toContainText(new RegExp(`${end} \\d+\\.\\d+\\.\\d+.{1,3}${words.packaged}`))
    await expect(dialog.getByRole('row').filter({ hasText: words.files })).toContainText(
      /\d+\.\d+\.\d+ · .*\d+\.\d+\.\d+ · /,
    )
    if (width > 650) expect((await dialog.boundingBox())?.width).toBe(650)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.button })).toBeFocused()
  })
}

test('under another operator’s brand the maker is not named', async ({ page, context, portal }) => {
  await chooseEnglish(context)
  // The to-dos stand over the footer.
  await popNothingUp(context)
  await page.goto(`http://ginkgo.localhost:${portal.port}/login`)
  await page.locator('input[name=username]').fill('parent')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  const dialog = await openAbout(page, 'en')
  await expect(dialog).toContainText('Front end')
  await expect(dialog).not.toContainText('2012')
  await expect(dialog).not.toContainText(WORDS.en.maker)
  await expect(dialog.getByRole('img')).toHaveCount(0)
})

test('what does not fit or does not come is said, each with what it needs', async ({ page, context, tolerate }) => {
  tolerate(/404|502/)
  await chooseEnglish(context)
  await popNothingUp(context)
  const missing = page.getByText(
    'The microservice base lacks a version-number interface. Please contact the back-end engineer.',
  )

  await test.step('ends that do not match are said after the start, each with what it needs', async () => {
    await page.route(PACKAGE, (route) =>
      route.fulfill({ json: { name: 'portal', version: '1.9.0', serverVersion: '1.10.0' } }),
    )
    await page.route(SERVICE, (route) =>
      route.fulfill({
        json: {
          status: 200,
          code: 'ok',
          message: '',
          data: { serverVersion: '1.2.0', webCodeVersion: '2.0', date: '2026-11-20' },
        },
      }),
    )
    await page.route(VERSIONS, (route) => route.fulfill({ json: [] }))
    await signIn(page, 'parent')
    await expect(page.getByText('Front and back ends do not match').first()).toBeVisible()
    await expect(
      page.getByText('The front end needs server 1.10.0 or later, but it is 1.2.0', { exact: false }).last(),
    ).toBeVisible()
    await expect(
      page.getByText('The server needs front end 2.0 or later, but it is 1.9.0', { exact: false }).last(),
    ).toBeVisible()
  })

  await test.step('of an application too, once it is opened', async () => {
    await page.unroute(PACKAGE)
    await page.route('**/pages/files/package.json*', (route) =>
      route.fulfill({ json: { name: 'files', version: '1.0.0', serverVersion: '9.9.0' } }),
    )
    await page.reload()
    await page.locator('[data-app-code=files]').click()
    await expect(page.getByText('The front end needs server 9.9.0 or later', { exact: false }).last()).toBeVisible()
    await page.goBack()
  })

  await test.step('without versions it says so', async () => {
    await expect(await openAbout(page, 'en')).toContainText('no version information')
  })

  await test.step('a service without the interface is said, and one that names no version', async () => {
    await page.unrouteAll()
    const data = { serverVersion: '', webCodeVersion: '', date: '' }
    await page.route(SERVICE, (route) => route.fulfill({ json: { status: 200, code: 'ok', message: '', data } }))
    await page.reload()
    await expect(missing.last()).toBeVisible()
    await page.unroute(SERVICE)
    await page.route(SERVICE, (route) => route.fulfill({ status: 404, body: '' }))
    await page.route(VERSIONS, (route) => route.fulfill({ status: 502, body: '' }))
    await page.reload()
    await expect(missing.last()).toBeVisible()
  })

  await test.step('a failure is said, and another try brings them', async () => {
    const dialog = await openAbout(page, 'en')
    await expect(dialog).toContainText('did not load')
    await page.unroute(VERSIONS)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText(WORDS.en.note)
  })

  await test.step('ends that match say nothing', async () => {
    await page.unroute(SERVICE)
    const answered = page.waitForResponse(SERVICE)
    await page.reload()
    await answered
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(missing).toHaveCount(0)
  })
})
