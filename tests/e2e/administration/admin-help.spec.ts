import type { Browser, BrowserContext, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { chooseEnglish, expect, PASSWORD, signIn, signInByForm, test, toldOnce, startSession } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

const SETTINGS = '/pages/base/desktop/setting?part=sign-in'

const WORDS = {
  'zh-CN': {
    help: '帮助别人登录',
    name: '对方的用户名',
    nameEmpty: '请输入对方的用户名',
    noSuchPerson: '没有使用这个用户名的账号，或账号已停用',
    oneself: '这是你自己的账号，请在“我的账号”里操作',
    isOff: '两步验证没有开启',
    cancel: '取消',
    turnOff: '关闭两步验证',
    turnOffNow: '关闭两步验证',
    turnOffQuestion: '关闭“student”的两步验证？',
    password: '当前密码',
    passwordWrong: '密码不对',
    turnedOff: '林川（student）的两步验证已关闭，所有设备已退出登录',
    signOut: '退出所有设备',
    signOutQuestion: '让“student”在所有设备上退出登录？',
    signedOut: /林川（student）已在所有设备上退出登录：1 处/,
    account: '我的账号',
    events: '最近的登录记录',
    wasTurnedOff: '管理员关闭了两步验证',
    wasSignedOut: '管理员让所有设备退出登录',
  },
  en: {
    help: 'Help a person',
    name: 'Their username',
    nameEmpty: 'Enter their username',
    noSuchPerson: 'No account has this username, or it is closed',
    oneself: 'This is your own account. Use “My account” instead',
    isOff: 'Two-step verification is not turned on',
    cancel: 'Cancel',
    turnOff: 'Turn off two-step verification',
    turnOffNow: 'Turn off',
    turnOffQuestion: 'Turn off two-step verification for “teacher”?',
    password: 'Current password',
    passwordWrong: 'The password is wrong',
    turnedOff: 'Two-step verification of Lin Zhiyuan (teacher) is off, and all devices are signed out',
    signOut: 'Sign out everywhere',
    signOutQuestion: 'Sign “teacher” out everywhere?',
    signedOut: /^Lin Zhiyuan \(teacher\) was signed out everywhere\. Sessions that ended: 1$/,
    account: 'My account',
    events: 'Recent sign-in activity',
    wasTurnedOff: 'An administrator turned off two-step verification',
    wasSignedOut: 'An administrator signed out all devices',
  },
} as const

/** A person's device, signed in, with their second step on. */
async function openDevice(browser: Browser, baseURL: string, username: string, english: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  if (english) await chooseEnglish(context)
  const page = await context.newPage()
  await signIn(page, username)
  const begun = await post(context, baseURL, '/api/uaa/account/second_step/begin', { password: PASSWORD })
  const code = new TOTP({ secret: String(begun['secret']) }).generate()
  await post(context, baseURL, '/api/uaa/account/second_step/confirm', { code })
  return page
}

/** The data of an answer. Throws when the call was refused. */
async function post(context: BrowserContext, baseURL: string, path: string, form: Record<string, string>) {
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  const answer = await (await context.request.post(path, { headers, form })).json()
  expect(answer).toMatchObject({ status: 200 })
  return Object(answer.data)
}

/** The server's response to the person that the device was signed in as. */
const statusAt = async (device: Page) => {
  const headers = { 'x-portal-device': 'pc' }
  return Object(await (await device.context().request.get('/api/uaa/account/sessions', { headers })).json()).status
}

for (const [language, width, username] of toldOnce(
  [
    ['zh-CN', 390, 'student'],
    ['en', 1440, 'teacher'],
  ] as const,
  1,
)) {
  test(`an administrator turns off a second step that was lost and signs somebody out everywhere, who reads of both (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    // Axe looks at the settings and at the account in contrasts.spec.ts.
    const look = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    const device = await openDevice(browser, portal.url, username, language === 'en')
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(SETTINGS)
    const help = page.getByRole('region', { name: words.help })
    const name = help.getByLabel(words.name)
    const turnOff = help.getByRole('button', { name: words.turnOff })
    const signOut = help.getByRole('button', { name: words.signOut })
    await expect(signOut).toBeVisible()
    expect(await isWiderThanWindow(page)).toBe(false)

    // Whom it cannot be for is said at the name, wherever it came out.
    await turnOff.click()
    await expect(name).toHaveAccessibleDescription(words.nameEmpty)
    await expect(name).toBeFocused()
    await name.fill('nobody')
    await signOut.click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: words.signOut }).click()
    await expect(name).toHaveAccessibleDescription(words.noSuchPerson)
    await expect(name).toBeFocused()
    await name.fill('admin')
    await turnOff.click()
    const turnOffNow = page.getByRole('dialog').getByRole('button', { name: words.turnOffNow, exact: true })
    await page.getByRole('dialog').getByLabel(words.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription(words.oneself)
    await expect(name).toBeFocused()
    await look()

    await name.fill(username)
    await turnOff.click()
    const asked = page.getByRole('dialog', { name: words.turnOffQuestion })
    const password = asked.getByLabel(words.password)
    await password.fill('not-it')
    await turnOffNow.click()
    await expect(password).toHaveAccessibleDescription(words.passwordWrong)
    await expect(password).toBeFocused()
    await look()
    expect(await statusAt(device)).toBe(200)
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.turnedOff)).toBeVisible()
    await expect(asked).toBeHidden()
    await expect(turnOff).toBeFocused()
    expect(await statusAt(device)).toBe(401)
    await expect(device).toHaveURL(/\/login/)
    // Once more there is nothing to turn off.
    await turnOff.click()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription(words.isOff)

    // The password alone leads to the desktop.
    await signInByForm(device, username)
    await signOut.click()
    await expect(page.getByRole('alertdialog', { name: words.signOutQuestion })).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await expect(signOut).toBeFocused()
    expect(await statusAt(device)).toBe(200)
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: words.signOut }).click()
    await expect(page.getByText(words.signedOut)).toBeVisible()
    await expect(signOut).toBeFocused()
    expect(await statusAt(device)).toBe(401)
    await expect(device).toHaveURL(/\/login/)

    await signInByForm(device, username)
    await (await findTool(device, words.account, 'link')).click()
    const events = device.getByRole('region', { name: words.events })
    for (const event of [words.wasSignedOut, words.wasTurnedOff])
      await expect(events.getByRole('listitem').filter({ hasText: event }).first()).toBeVisible()
    await device.context().close()
  })
}
