import type { Browser, Page } from '@playwright/test'
import { startMailServer, MAIL_PASSWORD, MAIL_USER, type MailServer } from '../support/mail-server.ts'
import { findResetLink } from '../support/read-mail.ts'
import { chooseEnglish, expect, PASSWORD, signIn, test } from './fixtures.ts'
import { findViolations } from './look-at-page.ts'

test.use({ school: 'passwords' })

const PLACES = [
  ['zh-CN', 1440],
  ['zh-CN', 390],
  ['en', 1440],
  ['en', 390],
] as const

const WORDS = {
  'zh-CN': {
    forgot: '忘记密码',
    username: '用户名',
    send: '发送邮件',
    sent: '请查收邮件',
    enterCode: '输入一次性代码',
    haveCode: '我有一次性代码',
    ask: '请向班主任或学校管理员要一个一次性代码，再填在这里。',
    code: '一次性代码',
    next: '下一步',
    wrongCode: '用户名或一次性代码不对，或代码已失效',
    newPassword: '新密码',
    set: '设置新密码',
    show: '显示密码',
    rules: '密码要求',
    met: '已满足',
    notYet: '还有没满足的要求，请看下面的列表',
    unchanged: '新密码和原来的一样，请换一个',
    done: '密码已修改',
    signIn: '去登录',
    expired: '链接已失效',
    again: '重新开始',
    failed: '没有检查成功',
    retry: '重试',
    offline: '现在没有网络，联网后才能继续。',
    account: '我的账号',
    change: '修改密码',
    current: '当前密码',
    currentWrong: '当前密码不对，请重新输入',
    changed: '密码已修改，其他设备已退出登录',
    onlyThis: '没有别的设备登录你的账号。',
    event: '修改了密码',
    help: '帮助别人登录',
    theirName: '对方的用户名',
    issue: '签发一次性代码',
    issueNow: '签发',
    issuedFor: '林川（student）的一次性代码',
    noSuchPerson: '没有使用这个用户名的账号，或账号已停用',
    close: '关闭',
  },
  en: {
    forgot: 'Forgot password',
    username: 'Username',
    send: 'Send the mail',
    sent: 'Look at your mail',
    enterCode: 'Enter a one-time code',
    haveCode: 'I have a one-time code',
    ask: 'Ask your class teacher or administrator for a one-time code, then enter it here.',
    code: 'One-time code',
    next: 'Continue',
    wrongCode: 'The user name or the one-time code is wrong, or the code has expired',
    newPassword: 'New password',
    set: 'Set the password',
    show: 'Show password',
    rules: 'What the password needs',
    met: 'met',
    notYet: 'Something is still missing: see the list below',
    unchanged: 'This is the password you have now. Choose another one',
    done: 'The password is changed',
    signIn: 'Sign in',
    expired: 'This link has expired',
    again: 'Start again',
    failed: 'The link could not be checked',
    retry: 'Try again',
    offline: 'There is no connection. This goes on when you are back online.',
    account: 'My account',
    change: 'Change password',
    current: 'Current password',
    currentWrong: 'The current password is wrong. Type it again',
    changed: 'The password is changed, and your other devices are signed out',
    onlyThis: 'Your account is signed in on no other device.',
    event: 'Changed the password',
    help: 'Help a person',
    theirName: 'Their user name',
    issue: 'Issue a one-time code',
    issueNow: 'Issue',
    issuedFor: 'One-time code for 林川 (student)',
    noSuchPerson: 'No account has this user name, or it is closed',
    close: 'Close',
  },
} as const

let mailServer: MailServer
test.beforeAll(async () => {
  mailServer = await startMailServer()
})
test.afterAll(() => mailServer.close())
/** Mails with a link, without the notices that a password was changed. */
const resetMails = () => mailServer.mails.filter(({ text }) => text.includes('#reset='))

/** What each person's password is by now: the stories follow each other in one school. */
const passwords = new Map<string, string>()
let changes = 0
const passwordOf = (username: string) => passwords.get(username) ?? PASSWORD
function choosePassword(username: string): string {
  changes += 1
  const chosen = `Garden-${2026 + changes}`
  passwords.set(username, chosen)
  return chosen
}

/** Gives the school a mail server, or takes it away, as the administrator does at the settings. */
async function setMail(browser: Browser, baseURL: string, on: boolean): Promise<void> {
  const context = await browser.newContext({ baseURL })
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  const form = { username: 'admin', password: PASSWORD }
  expect(await (await context.request.post('/api/uaa/oauth/login', { headers, form })).json()).toMatchObject({
    status: 200,
  })
  const data = {
    host: '127.0.0.1',
    port: mailServer.port,
    secure: 'none',
    username: MAIL_USER,
    password: MAIL_PASSWORD,
    fromAddress: 'portal@riverside.test',
  }
  const answer = on
    ? await context.request.post('/api/uaa/admin/sign_in/save_mail', { headers, data })
    : await context.request.post('/api/uaa/admin/sign_in/delete_mail', { headers, data: {} })
  expect(await answer.json()).toMatchObject({ status: 200 })
  await context.close()
}

/** The administrator issues a code for somebody at the settings of the school's sign-in. */
async function issueCode(browser: Browser, baseURL: string, language: 'zh-CN' | 'en', width: number): Promise<string> {
  const words = WORDS[language]
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  if (language === 'en') await chooseEnglish(context)
  const page = await context.newPage()
  await signIn(page, 'admin')
  await page.goto('/pages/base/desktop/setting?part=sign-in')
  const help = page.getByRole('region', { name: words.help })
  const name = help.getByLabel(words.theirName)
  const opener = help.getByRole('button', { name: words.issue })
  const issueNow = page.getByRole('alertdialog').getByRole('button', { name: words.issueNow, exact: true })
  await opener.click()
  await expect(help.getByRole('alert')).not.toBeEmpty()
  await expect(name).toBeFocused()
  await name.fill('nobody')
  await opener.click()
  await issueNow.click()
  await expect(name).toHaveAccessibleDescription(words.noSuchPerson)
  await expect(name).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await name.fill('student')
  await opener.click()
  await issueNow.click()
  const issued = page.getByRole('dialog', { name: words.issuedFor })
  const code = await issued.locator('output').innerText()
  expect(await findViolations(page)).toEqual([])
  await issued.getByRole('button', { name: words.close, exact: true }).click()
  await expect(opener).toBeFocused()
  await expect(page.locator('output')).toHaveCount(0)
  await context.close()
  return code.replace('-', '')
}

/** Nothing is wider than the window, and axe finds nothing. */
async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWider).toBe(false)
}

async function prepare(page: Page, language: 'zh-CN' | 'en', width: number): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  if (language === 'en') await chooseEnglish(page.context())
}

/** Types a new password into the step for it, watching the list, and ends at the login with the name filled in. */
async function setNewPassword(page: Page, language: 'zh-CN' | 'en', username: string): Promise<void> {
  const words = WORDS[language]
  const field = page.getByLabel(words.newPassword, { exact: true })
  await expect(field).toBeFocused()
  const list = page.getByRole('list', { name: words.rules })
  const met = list.getByRole('listitem').filter({ hasText: new RegExp(`${words.met}$`) })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  const notMet = language === 'en' ? list.getByText('not met yet') : list.getByText('还没满足')
  await expect(notMet).toHaveCount(5)
  await field.fill('abc')
  await expect(notMet).toHaveCount(2)
  await page.getByRole('button', { name: words.set, exact: true }).click()
  await expect(page.getByText(words.notYet)).toBeVisible()
  await expectSound(page)
  await field.fill(passwordOf(username))
  await expect(notMet).toHaveCount(0)
  await expect(met).toHaveCount(5)
  await page.getByRole('button', { name: words.set, exact: true }).click()
  await expect(page.getByText(words.unchanged)).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: words.show }).click()
  await expect(field).toHaveAttribute('type', 'text')
  const chosen = choosePassword(username)
  await field.fill(chosen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.done })).toBeFocused()
  await expectSound(page)
  await page.getByRole('link', { name: words.signIn, exact: true }).click()
  await expect(page.locator('input[name=username]')).toHaveValue(username)
  await expect(page.locator('input[name=password]')).toBeFocused()
  await page.keyboard.type(chosen)
  await page.keyboard.press('Enter')
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
}

for (const [language, width] of PLACES) {
  const words = WORDS[language]

  test(`somebody who forgot their password gets a mail, whose link leads to a new one (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    await setMail(browser, portal.url, true)
    await prepare(page, language, width)
    await page.goto('/login')
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: words.forgot }).click()
    const forgot = await opening
    await forgot.setViewportSize({ width, height: 900 })
    await forgot.emulateMedia({ reducedMotion: 'reduce' })
    await expect(forgot).toHaveTitle(new RegExp(`^${words.forgot} · `))
    await expect(forgot.getByLabel(words.username)).toBeFocused()
    await expectSound(forgot)
    await forgot.getByRole('button', { name: words.send }).click()
    await expect(forgot.getByRole('alert').filter({ hasText: /！|!/ })).toBeVisible()
    // One person each, since nobody gets more than three mails an hour.
    const username = language === 'en' ? 'parent' : 'teacher'
    const before = resetMails().length
    await forgot.getByLabel(words.username).fill(username)
    await forgot.keyboard.press('Enter')
    await expect(forgot.getByRole('heading', { name: words.sent })).toBeFocused()
    await expectSound(forgot)
    await expect.poll(() => resetMails().length).toBe(before + 1)
    const { link, secret } = findResetLink(resetMails()[before]?.text ?? '')
    expect(link.startsWith(`${portal.url}/forgetPassword#`)).toBe(true)

    const requests: string[] = []
    forgot.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await forgot.goto('about:blank')
    await forgot.goto(link)
    await expect(forgot).toHaveURL(/\/forgetPassword$/)
    await setNewPassword(forgot, language, username)
    expect(requests.filter((request) => request.includes(secret) && !request.startsWith(link))).toEqual([])

    await forgot.goto('about:blank')
    await forgot.goto(link)
    await expect(forgot.getByRole('heading', { name: words.expired })).toBeFocused()
    await expectSound(forgot)
    await forgot.getByRole('button', { name: words.again }).click()
    await expect(forgot.getByLabel(words.username)).toBeFocused()
  })

  test(`without mail the page asks for an administrator’s code (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    await setMail(browser, portal.url, false)
    await prepare(page, language, width)
    await page.goto('/forgetPassword')
    await expect(page.getByText(words.ask)).toBeVisible()
    await expect(page.getByRole('button', { name: words.send })).toBeHidden()
    await expectSound(page)
    const code = await issueCode(browser, portal.url, language, width)
    await page.getByLabel(words.username).fill('student')
    await page.getByLabel(words.code).fill(code.startsWith('A') ? 'BBBBBBBB' : 'AAAAAAAA')
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.wrongCode)).toBeVisible()
    await expectSound(page)
    await page.getByLabel(words.code).fill(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)
    await page.keyboard.press('Enter')
    await setNewPassword(page, language, 'student')
  })

  test(`a person changes their password under My account, and the other devices are signed out (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    await prepare(page, language, width)
    const other = await browser.newContext({ baseURL: portal.url })
    await signIn(await other.newPage(), 'staff', passwordOf('staff'))
    await signIn(page, 'staff', passwordOf('staff'))
    await page.getByRole('link', { name: words.account }).click()
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
    await page.getByRole('button', { name: words.change }).click()
    await expect(page.getByText(words.changed)).toBeVisible()
    await expect(page.getByRole('button', { name: words.change })).toBeFocused()
    await expect(page.getByText(words.onlyThis)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: words.event }).first()).toBeVisible()
    await other.close()
    await page.reload()
    await expect(page.getByRole('button', { name: words.change })).toBeVisible()
  })
}

test('a device that remembers the password remembers the new one', async ({ page, context }) => {
  await page.goto('/login')
  await page.locator('input[name=username]').fill('staff')
  await page.locator('input[name=password]').fill(passwordOf('staff'))
  await page.locator('input[name=remember]').check()
  await page.locator('button[type=submit]').click()
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
  await page.getByRole('link', { name: '我的账号' }).click()
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.getByLabel('当前密码').fill(passwordOf('staff'))
  await page.getByLabel('新密码', { exact: true }).fill(choosePassword('staff'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible()
  await context.clearCookies()
  await page.goto('/')
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
})

test('both ways are open at the first step; without a network nothing is sent, and a link that could not be checked is not lost', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  tolerate(/Failed to load resource|ERR_/)
  await setMail(browser, portal.url, true)
  await chooseEnglish(context)
  const words = WORDS.en
  await page.goto('/forgetPassword')
  await page.getByLabel(words.username).fill('staff')
  await page.getByRole('button', { name: words.haveCode }).click()
  await expect(page.getByLabel(words.username)).toHaveValue('staff')
  await context.setOffline(true)
  await expect(page.getByText(words.offline)).toBeVisible()
  await expect(page.getByRole('button', { name: words.next })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: words.next })).toBeEnabled()

  await page.route('**/check_reset', (route) => route.fulfill({ status: 502, body: '' }))
  await page.evaluate(() => location.assign(`#reset=${'x'.repeat(43)}`))
  await expect(page.getByRole('heading', { name: words.failed })).toBeFocused()
  await expect(page).toHaveURL(/\/forgetPassword$/)
  await page.unroute('**/check_reset')
  await page.getByRole('button', { name: words.retry }).click()
  await expect(page.getByRole('heading', { name: words.expired })).toBeFocused()
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { name: WORDS['zh-CN'].expired })).toBeVisible()
})
