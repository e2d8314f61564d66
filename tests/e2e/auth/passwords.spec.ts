import { startMailServer, type MailServer } from '../../support/fakes/mail-server.ts'
import { findResetLink } from '../../support/callers/read-mail.ts'
import { AWAY, PLACES, expect, test, toldOnce } from '../fixtures.ts'
import { expectSound, prepare, putPasswordsBack, setMail, setNewPassword } from './password-story.ts'

const WORDS = {
  'zh-CN': {
    forgot: '忘记密码',
    username: '用户名',
    send: '发送邮件',
    sent: '请查收邮件',
    haveCode: '我有一次性代码',
    next: '下一步',
    expired: '链接已失效',
    again: '重新开始',
    failed: '没有检查成功',
    retry: '重试',
    offline: '现在没有网络，联网后才能这样做',
  },
  en: {
    forgot: 'Forgot password',
    username: 'Username',
    send: 'Send email',
    sent: 'Check your email',
    haveCode: 'I have a one-time code',
    next: 'Continue',
    expired: 'This link has expired',
    again: 'Start again',
    failed: 'The link could not be checked',
    retry: 'Try again',
    offline: 'You are offline. You can do this when you are back online',
  },
} as const

putPasswordsBack()

let mailServer: MailServer
test.beforeAll(async () => {
  mailServer = await startMailServer()
})
test.afterAll(() => mailServer.close())
/** Mails with a link, without the notices that a password was changed. */
const resetMails = () => mailServer.mails.filter(({ text }) => text.includes('#reset='))

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = WORDS[language]

  test(`somebody who forgot their password gets a mail, whose link leads to a new one (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    await setMail(portal.url, mailServer.port)
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
    // One person each, because a person gets at most three mails an hour.
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

    await test.step('both ways are open at the first step; without a network nothing is sent', async () => {
      await forgot.getByLabel(words.username).fill('staff')
      await forgot.getByRole('button', { name: words.haveCode }).click()
      await expect(forgot.getByLabel(words.username)).toHaveValue('staff')
      await context.setOffline(true)
      await expect(forgot.getByText(words.offline)).toBeVisible()
      await expect(forgot.getByRole('button', { name: words.next })).toBeDisabled()
      await context.setOffline(false)
      await expect(forgot.getByRole('button', { name: words.next })).toBeEnabled()
    })

    await test.step('a link that could not be checked is not lost', async () => {
      await forgot.route('**/check_reset', (route) => route.fulfill({ status: 502, body: '' }))
      await forgot.evaluate(() => location.assign(`#reset=${'x'.repeat(43)}`))
      await expect(forgot.getByRole('heading', { name: words.failed })).toBeFocused()
      await expect(forgot).toHaveURL(/\/forgetPassword$/)
      await forgot.unroute('**/check_reset')
      await forgot.getByRole('button', { name: words.retry }).click()
      await expect(forgot.getByRole('heading', { name: words.expired })).toBeFocused()
      const other = language === 'en' ? 'zh-CN' : 'en'
      await forgot.getByRole('button', { name: language === 'en' ? '简体中文' : 'English' }).click()
      await expect(forgot.getByRole('heading', { name: WORDS[other].expired })).toBeVisible()
    })
  })
}
