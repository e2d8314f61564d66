import type { Browser } from '@playwright/test'
import { chooseEnglish, expect, PLACES, startSession, test, toldOnce } from '../fixtures.ts'
import { expectSound, prepare, putPasswordsBack, setMail, setNewPassword, type Language } from './password-story.ts'

putPasswordsBack()

const WORDS = {
  'zh-CN': {
    username: '用户名',
    send: '发送邮件',
    ask: '请向班主任或学校管理员要一个一次性代码，再填在这里。',
    code: '一次性代码',
    next: '下一步',
    wrongCode: '用户名或一次性代码不对，或代码已失效',
    help: '帮助别人登录',
    theirName: '对方的用户名',
    issue: '签发一次性代码',
    issueNow: '签发',
    issuedFor: '林川（student）的一次性代码',
    noSuchPerson: '没有使用这个用户名的账号，或账号已停用',
    close: '关闭',
  },
  en: {
    username: 'Username',
    send: 'Send email',
    ask: 'Ask your class teacher or an administrator for a one-time code, then enter it here.',
    code: 'One-time code',
    next: 'Continue',
    wrongCode: 'The username or the one-time code is wrong, or the code has expired',
    help: 'Help a person',
    theirName: 'Their username',
    issue: 'Issue a one-time code',
    issueNow: 'Issue',
    issuedFor: 'One-time code for Lin Chuan (student)',
    noSuchPerson: 'No account has this username, or it is closed',
    close: 'Close',
  },
} as const

/** The administrator issues a reset code in the settings of the school's sign-in; axe looks at them in administration. */
async function issueCode(browser: Browser, baseURL: string, language: Language, width: number): Promise<string> {
  const words = WORDS[language]
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  if (language === 'en') await chooseEnglish(context)
  const page = await context.newPage()
  await startSession(page, 'admin')
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
  await name.fill('student')
  await opener.click()
  await issueNow.click()
  const issued = page.getByRole('dialog', { name: words.issuedFor })
  const code = await issued.getByRole('code').innerText()
  await issued.getByRole('button', { name: words.close, exact: true }).click()
  await expect(opener).toBeFocused()
  await expect(issued).toHaveCount(0)
  await expect(page.getByText(code)).toHaveCount(0)
  await context.close()
  return code.replace('-', '')
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  const words = WORDS[language]

  test(`without mail the page asks for an administrator’s code (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    await setMail(portal.url, null)
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
}
