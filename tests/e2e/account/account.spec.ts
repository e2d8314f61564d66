import { request, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import * as sessionEndpoints from '../../../contract/endpoints/sign-in/session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { passwordField, sendLogin } from '../../support/browser/parts.ts'

// The devices of a person are counted here: those of other tests are signed out before. Axe looks at the page itself in contrasts.spec.ts.

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const WORDS = {
  'zh-CN': {
    account: '我的账号',
    phone: /iPhone 上的 Safari/,
    endPhone: '让“iPhone 上的 Safari”退出登录',
    question: '让这台设备退出登录？',
    cancel: '取消',
    end: '退出登录',
    endOthers: '退出其他所有设备',
    ended: 'iPhone 上的 Safari 已退出登录',
    onlyThis: '没有别的设备登录你的账号。',
    devices: '已登录的设备',
    thisDevice: '本机',
    failed: '登录失败：密码不对',
    attention: '留意',
    remote: '设备被远程退出',
    login: '用户登录',
    notLoaded: '没有加载成功',
    retry: '重试',
    offline: '联网后才能让设备退出。',
    endOthersQuestion: '让其他 2 台设备都退出登录？',
    endedOthers: '已退出登录的其他设备：2 台',
  },
  en: {
    account: 'My account',
    phone: /Safari on iPhone/,
    endPhone: 'Sign out Safari on iPhone',
    question: 'Sign out this device?',
    cancel: 'Cancel',
    end: 'Sign out',
    endOthers: 'Sign out all other devices',
    ended: 'Safari on iPhone was signed out',
    onlyThis: 'You are not signed in on any other device.',
    devices: 'Signed-in devices',
    thisDevice: 'This device',
    failed: 'Sign-in failed: wrong password',
    attention: 'Check this',
    remote: 'Signed out from another device',
    login: 'User login',
    notLoaded: 'This could not be loaded',
    retry: 'Try again',
    offline: 'You can sign out devices when you are back online.',
    endOthersQuestion: 'Sign out all other devices (2)?',
    endedOthers: 'Other devices signed out: 2',
  },
} as const

/** The same person on a phone of theirs. */
async function signInOnPhone(browser: Browser, baseURL: string, username: string, english: boolean): Promise<Page> {
  const phone = await browser.newContext({ baseURL, userAgent: IPHONE, viewport: { width: 390, height: 800 } })
  if (english) await chooseEnglish(phone)
  const page = await phone.newPage()
  await signIn(page, username)
  return page
}

/** The same phone without a page: only its session. */
async function startOnPhone(baseURL: string, username: string): Promise<APIRequestContext> {
  const phone = await request.newContext({ baseURL, userAgent: IPHONE, extraHTTPHeaders: { 'x-portal-device': 'pc' } })
  await phone.post(sessionEndpoints.login.path, { form: { username, password: PASSWORD } })
  return phone
}

/** Begins as a person who is signed in nowhere else. */
async function startAlone(page: Page, origin: string, username: string): Promise<void> {
  await startSession(page, username)
  const headers = { 'x-portal-device': 'pc', origin }
  const ended = await page.request.post('/api/uaa/account/end_other_sessions', { form: {}, headers })
  expect(await ended.json()).toMatchObject({ status: 200 })
}

for (const [language, width, username] of toldOnce(
  [
    ['zh-CN', 390, 'teacher'],
    ['en', 1440, 'staff'],
  ] as const,
  0,
)) {
  test(`a person ends the session on their phone, which shows the login at once (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startAlone(page, portal.url, username)
    await page.request.post('/api/uaa/oauth/logout', { headers: { 'x-portal-device': 'pc', origin: portal.url } })

    await page.goto('/login')
    await sendLogin(page, username, 'wrong')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    const phone = await signInOnPhone(browser, portal.url, username, language === 'en')
    await signIn(page, username)

    await (await findTool(page, words.account, 'link')).click()
    await expect(page.getByRole('heading', { level: 1, name: words.account })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${words.account} · `))
    const devices = page.getByRole('region', { name: words.devices })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expect(devices.getByRole('listitem').first()).toContainText(words.thisDevice)
    await expect(devices.getByRole('listitem').last()).toContainText(words.phone)
    const failed = page.getByRole('listitem').filter({ hasText: words.failed })
    await expect(failed.first()).toContainText(words.attention)
    expect(await isWiderThanWindow(page)).toBe(false)

    const endPhone = devices.getByRole('button', { name: words.endPhone })
    await endPhone.click()
    const question = page.getByRole('alertdialog', { name: words.question })
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: words.cancel }).click()
    await expect(endPhone).toBeFocused()

    await endPhone.click()
    await question.getByRole('button', { name: words.end }).click()
    await expect(page.getByText(words.ended)).toBeVisible()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText(words.onlyThis)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: words.remote }).first()).toContainText(words.phone)
    await expect(devices.getByRole('heading', { name: words.devices })).toBeFocused()
    await expect(page.getByRole('button', { name: words.endOthers })).toBeHidden()

    await expect(phone.getByRole('heading', { name: words.login })).toBeVisible()
    await phone.context().close()
  })
}

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  1,
)) {
  test(`a person without a network, with several devices, and with a device that may sign them in (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    const words = WORDS[language]
    const [title, add, name, password, make, id, address, saved, none, remove, question, confirm, done] =
      language === 'en'
        ? ([
            'Apps with access to your account',
            'Add a device',
            'Device name',
            'Current password',
            'Create ID',
            'Client ID',
            'Sign-in address',
            'I have saved it',
            'No app or device can use your account yet.',
            'Remove the access of Station',
            'Remove the access of this app?',
            'Remove access',
            'Station no longer has access',
          ] as const)
        : ([
            '可以使用你账号的应用',
            '添加设备',
            '设备名称',
            '当前密码',
            '生成登录码',
            '登录码',
            '登录地址',
            '我已保存',
            '还没有可以使用你账号的应用或设备。',
            '取消“Station”的授权',
            '取消这个应用的授权？',
            '取消授权',
            '已取消“Station”的授权',
          ] as const)
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startAlone(page, portal.url, 'student')
    const sessions = [await startOnPhone(portal.url, 'student'), await startOnPhone(portal.url, 'student')]
    const phone = await signInOnPhone(browser, portal.url, 'student', language === 'en')
    const buttons = page.getByRole('button', { name: words.endPhone })

    await test.step('a server that fails is asked again', async () => {
      await page.route('**/api/uaa/account/**', (route) => route.fulfill({ status: 502, body: '' }))
      await page.goto('/pages/base/desktop/setting')
      await expect(page.getByText(words.notLoaded)).toBeVisible()
      await page.unroute('**/api/uaa/account/**')
      await page.getByRole('button', { name: words.retry }).click()
      await expect(buttons).toHaveCount(3)
      await expect(buttons.first()).toBeEnabled()
    })

    await test.step('without a network the devices stay and cannot be ended', async () => {
      await context.setOffline(true)
      await expect(buttons.first()).toBeDisabled()
      await expect(page.getByText(words.offline)).toBeVisible()
      await context.setOffline(false)
      await expect(buttons.first()).toBeEnabled()
    })

    const applications = page.getByRole('region', { name: title })
    const cid = await test.step('a device is added with a proof, and its id is shown once', async () => {
      await expect(applications.getByText(none)).toBeVisible()
      await applications.getByRole('button', { name: add }).click()
      const form = page.getByRole('dialog', { name: add })
      await form.getByRole('button', { name: make }).click()
      await expect(form.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true')
      await form.getByRole('textbox', { name }).fill('Station')
      await form.getByLabel(password).fill(PASSWORD)
      expect(await findViolations(page)).toEqual([])
      await form.getByRole('button', { name: make }).click()
      const shown = page.getByRole('dialog', { name: /Station/ })
      const secret = await shown.getByRole('textbox', { name: id }).inputValue()
      const url = await shown.getByRole('textbox', { name: address }).inputValue()
      expect(url).toBe(`${portal.url}/login?cid=${secret}`)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await shown.getByRole('button', { name: saved }).click()
      await expect(applications.getByRole('listitem')).toContainText('Station')
      return url
    })

    await test.step('the address signs in on the device', async () => {
      const station = await browser.newContext({ baseURL: portal.url })
      const screen = await station.newPage()
      await screen.goto(cid)
      await expect(screen).not.toHaveURL(/\/login/)
      expect(await (await station.request.get(sessionEndpoints.me.path)).json()).toMatchObject({ status: 200 })
      // The devices are counted below.
      const headers = { 'x-portal-device': 'pc', origin: portal.url }
      await station.request.post('/api/uaa/oauth/logout', { headers })
      await station.close()
    })

    await test.step('it loses that with two presses', async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await page.getByRole('button', { name: remove }).click()
      const dialog = page.getByRole('alertdialog', { name: question })
      await dialog.getByRole('button', { name: confirm }).click()
      await expect(page.getByText(done)).toBeVisible()
      await expect(applications.getByText(none)).toBeVisible()
      const refused = await browser.newContext({ baseURL: portal.url })
      const screen = await refused.newPage()
      await screen.goto(cid)
      await expect(passwordField(screen)).toBeVisible()
      await refused.close()
    })

    await test.step('the focus goes to the next device, and all others end at once', async () => {
      await buttons.first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.end }).click()
      await expect(buttons).toHaveCount(2)
      await expect(buttons.first()).toBeFocused()

      await page.getByRole('button', { name: words.endOthers }).click()
      const all = page.getByRole('alertdialog', { name: words.endOthersQuestion })
      await all.getByRole('button', { name: words.endOthers }).click()
      await expect(page.getByText(words.endedOthers)).toBeVisible()
      await expect(buttons).toHaveCount(0)
      await expect(phone).toHaveURL(/\/login/)
      for (const session of sessions) {
        expect(await (await session.get(sessionEndpoints.me.path)).json()).toMatchObject({ status: 401 })
        await session.dispose()
      }
      await phone.context().close()
    })
  })
}
