import { endSession } from '../../support/browser/end-session.ts'
import { expect, PLACES, signIn, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import {
  choosePassword,
  expectSound,
  NEW_PASSWORD_WORDS,
  passwordOf,
  prepare,
  putPasswordsBack,
} from './password-story.ts'
import {
  headerTools,
  pageRoot,
  passwordField,
  rememberBox,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

putPasswordsBack()

const WORDS = {
  'zh-CN': {
    account: '我的账号',
    change: '修改密码',
    current: '当前密码',
    currentWrong: '当前密码不对，请重新输入',
    changed: '密码已修改，其他设备已退出登录',
    onlyThis: '没有别的设备登录你的账号。',
    event: '修改了密码',
  },
  en: {
    account: 'My account',
    change: 'Change password',
    current: 'Current password',
    currentWrong: 'The current password is wrong. Enter it again',
    changed: 'Your password was changed, and your other devices were signed out',
    onlyThis: 'You are not signed in on any other device.',
    event: 'Changed the password',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 0)) {
  const words = { ...NEW_PASSWORD_WORDS[language], ...WORDS[language] }

  test(`a person changes their password under My account, the other devices are signed out, and this one remembers the new one (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    await prepare(page, language, width)
    const other = await browser.newContext({ baseURL: portal.url })
    const device = await other.newPage()
    await signIn(device, 'staff', passwordOf('staff'))
    await page.goto('/login')
    await usernameField(page).fill('staff')
    await passwordField(page).fill(passwordOf('staff'))
    await rememberBox(page).check()
    await signInButton(page).click()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await (await findTool(page, words.account, 'link')).click()
    await page.getByRole('button', { name: words.change }).click()
    const current = page.getByLabel(words.current, { exact: true })
    await expect(current).toBeFocused()
    await expectSound(page)
    await current.fill('wrong-guess1')
    const field = page.getByLabel(words.newPassword, { exact: true })
    await field.fill('abc')
    await page.getByRole('button', { name: words.change }).click()
    await expect(page.getByText(words.notYet)).toBeVisible()
    await expect(field).toBeFocused()
    const before = passwordOf('staff')
    await field.fill(choosePassword('staff'))
    await page.getByRole('button', { name: words.change }).click()
    await expect(page.getByText(words.currentWrong)).toBeVisible()
    await expect(current).toBeFocused()
    await expectSound(page)
    await current.fill(before)
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.changed)).toBeVisible()
    await expect(page.getByRole('button', { name: words.change })).toBeFocused()
    await expect(page.getByText(words.onlyThis)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: words.event }).first()).toBeVisible()
    await expect(device).toHaveURL(/\/login/)
    await other.close()
    await page.reload()
    await expect(page.getByRole('button', { name: words.change })).toBeVisible()

    await test.step('a device that remembers the password remembers the new one', async () => {
      // Without the device's desktop snapshot: it is drawn before the session is known, and the page then leaves it by itself.
      await endSession(page, 'user')
      await page.goto('/')
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      await expect(headerTools(page)).toBeVisible()
    })
  })
}
