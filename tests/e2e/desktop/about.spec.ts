import type { Locator, Page } from '@playwright/test'
import { packageJson, versionJson } from '../../../contract/endpoints/versions.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { pageRoot, passwordField, sendLogin, signInButton, usernameField } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

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

/** The version of one end, with the day on which it was packaged. */
const packageOf = (dialog: Locator, end: string, { packaged }: (typeof WORDS)[keyof typeof WORDS]) =>
  dialog.getByText(new RegExp(`^${end} \\d+\\.\\d+\\.\\d+.{1,3}${packaged}`))

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
    await expect(dialog.getByText(words.maker, { exact: true })).toBeVisible()
    await expect(dialog.getByText('2012-2031')).toBeVisible()
    await expect(dialog.getByRole('presentation')).toHaveJSProperty('complete', true)
    // Each version with its number, its day and its notes, numbered and in the language of the page alone.
    const version = dialog.getByRole('region').filter({ hasText: words.note }).last()
    await expect(version.getByRole('heading')).toHaveText(words.version)
    await expect(version.getByText(words.day)).toBeVisible()
    await expect(version.getByRole('listitem').filter({ hasText: words.note })).toBeVisible()
    await expect(dialog).not.toContainText(words.other)
    for (const end of [words.front, words.server]) await expect(packageOf(dialog, end, words)).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: words.files })).toContainText(
      /\d+\.\d+\.\d+ · .*\d+\.\d+\.\d+ · /,
    )
    if (width > 650) expect((await dialog.boundingBox())?.width).toBe(650)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: words.button })).toBeFocused()
  })
}

for (const [language, width] of PLACES) {
  test(`the login page opens it for anybody, with what anybody may read (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))

    await test.step('its code comes with the press, and nothing is asked that needs a session', async () => {
      await page.goto('/login')
      const button = page.getByRole('contentinfo').getByRole('button', { name: words.button })
      await expect(button).toBeVisible()
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(width < 860 ? 44 : 24)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      expect(asked.filter((path) => path.includes('About'))).toEqual([])
      const dialog = await openAbout(page, language)
      await expect(dialog.getByText(words.maker, { exact: true })).toBeVisible()
      await expect(dialog.getByRole('listitem').filter({ hasText: words.note })).toBeVisible()
      for (const end of [words.front, words.server]) await expect(packageOf(dialog, end, words)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      expect(asked.filter((path) => path.includes('About')).length).toBeGreaterThan(0)
      expect(asked.filter((path) => /unit_oam|inside\/module|oauth\/me/.test(path))).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    })

    await test.step('what was typed is still there, and signs in', async () => {
      await usernameField(page).fill('parent')
      await openAbout(page, language)
      await page.keyboard.press('Escape')
      await expect(usernameField(page)).toHaveValue('parent')
      await passwordField(page).fill(PASSWORD)
      await signInButton(page).click()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    })

    await test.step('without the page’s script there is no button', async () => {
      const bare = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 } })
      const document = await bare.newPage()
      await document.goto(`${portal.url}/login`)
      await expect(document.getByRole('button', { name: WORDS['zh-CN'].button })).toHaveCount(0)
      await bare.close()
    })
  })
}

test('the login page says where the code of the versions does not come, and names no maker under another operator’s brand', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(/Failed to (load resource|fetch)|ERR_FAILED|dynamically imported/)
  await chooseEnglish(context)
  await page.goto(`http://ginkgo.localhost:${portal.port}/login`)
  await page.route(/assets\/(LoginAbout|AboutDialog)/, (route) => route.abort())
  await page.getByRole('button', { name: WORDS.en.button }).click()
  await expect(page.getByRole('contentinfo').getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  const dialog = await openAbout(page, 'en')
  await expect(dialog).toContainText('Front end')
  await expect(dialog).not.toContainText(WORDS.en.maker)
  await expect(dialog.getByRole('presentation')).toHaveCount(0)
})

test('the portal and each bundled application have a file of their version and one of their versions’ notes', async ({
  request,
}) => {
  const read = async (path: string): Promise<unknown> => {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    return answer.json()
  }
  const portal = packageJson.response.parse(await read('/pages/portal/package.json'))
  expect(portal.applications).toHaveLength(4)
  const released = versionJson.response.parse(await read('/pages/portal-version/version.json'))
  for (const code of portal.applications ?? []) {
    expect(packageJson.response.parse(await read(`/pages/${code}/package.json`)).version).toBe(portal.version)
    const own = versionJson.response.parse(await read(`/pages/${code}-version/version.json`))
    for (const { version, date, metto } of own) {
      const whole = released.find((one) => one.version === version)
      expect(date).toBe(whole?.date)
      expect(whole?.metto).toEqual(expect.arrayContaining(metto))
    }
    if (code === 'files') expect(own.some(({ version }) => version === '0.1.0')).toBe(true)
  }
})

test('under another operator’s brand the maker is not named', async ({ page, context, portal }) => {
  await chooseEnglish(context)
  // The to-dos stand over the footer.
  await popNothingUp(context)
  await page.goto(`http://ginkgo.localhost:${portal.port}/login`)
  await sendLogin(page, 'parent', PASSWORD)
  // The login page has such a button as well.
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  const dialog = await openAbout(page, 'en')
  await expect(dialog).toContainText('Front end')
  await expect(dialog).not.toContainText('2012')
  await expect(dialog).not.toContainText(WORDS.en.maker)
  await expect(dialog.getByRole('presentation')).toHaveCount(0)
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
    await appIcon(page, 'files').click()
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
    await expect(dialog).toContainText('could not be loaded')
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
