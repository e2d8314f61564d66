import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import * as z from 'zod/mini'
import { startFakeOidcProvider, type FakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { addProvider, oidcForm, usePortalData, weChatForm } from '../../support/schools/social-providers.ts'
import { startFakeWeChat, type FakeWeChat } from '../../support/fakes/fake-wechat.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, passwordField, signInButton, usernameField } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

const FILES = '/pages/files/pc_files_tm/index.html'
const WECHAT = 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile MicroMessenger/8.0.50'

const WORDS = {
  'zh-CN': {
    ways: '其他登录方式',
    oidc: /教育云/,
    qr: /微信.*扫码/,
    scan: '用“微信”扫码登录',
    frame: '微信二维码',
    form: '用用户名和密码登录',
    retry: '重试',
    bind: '绑定账号',
    bindHint: /“教育云”账号还没有对应的学校账号/,
    username: '用户名',
    password: '密码',
    submit: '绑定并登录',
    wrong: '用户名或密码错误',
    gone: '这次绑定已失效',
    back: '返回登录',
    refused: /没有登录：对方没有同意或已取消/,
    account: '我的账号',
    identities: '外部账号',
    identity: '教育云 · 王老师',
    unbind: '解除“教育云 · 王老师”的绑定',
    question: '解除“教育云 · 王老师”的绑定？',
    current: '当前密码',
    wrongPassword: '密码不对',
    confirm: '解除绑定',
    none: /还没有绑定外部账号/,
    login: '用户登录',
    newFolder: '新建文件夹',
    elsewhere: '用其他方式登录',
    code: '验证码',
    wrongCode: '验证码不对或已用过',
    useRecovery: '改用恢复码',
    recovery: '恢复码',
  },
  en: {
    ways: 'Other ways to sign in',
    oidc: /Education Cloud/,
    qr: /WeChat.*Scan/,
    scan: 'Sign in by scanning with WeChat',
    frame: 'QR code of WeChat',
    form: 'Use username and password',
    retry: 'Try again',
    bind: 'Link your account',
    bindHint: /Your Education Cloud account is not linked to a school account yet/,
    username: 'Username',
    password: 'Password',
    submit: 'Link and sign in',
    wrong: 'The username or password is wrong',
    gone: 'This link has expired',
    back: 'Back to sign-in',
    refused: /^Not signed in: it was declined or cancelled/,
    account: 'My account',
    identities: 'External accounts',
    identity: 'Education Cloud · 王老师',
    unbind: 'Unlink Education Cloud · 王老师',
    question: 'Unlink Education Cloud · 王老师?',
    current: 'Current password',
    wrongPassword: 'The password is wrong',
    confirm: 'Unlink',
    none: /No external account is linked/,
    login: 'User login',
    newFolder: 'New folder',
    elsewhere: 'Sign in another way',
    code: 'Verification code',
    wrongCode: 'That code is wrong or was used before',
    useRecovery: 'Use a recovery code instead',
    recovery: 'Recovery code',
  },
} as const

let oidc: FakeOidcProvider
let wechat: FakeWeChat

test.beforeAll(async ({ portal }) => {
  await portal.start()
  oidc = await startFakeOidcProvider()
  wechat = await startFakeWeChat()
  await usePortalData(portal.dataFolder, async (database, vault) => {
    await addProvider(database, vault, oidcForm(oidc))
    await addProvider(database, vault, weChatForm(wechat, 'wechat_web'))
    await addProvider(database, vault, weChatForm(wechat, 'wechat_mp'))
  })
})

test.afterAll(async ({ portal }) => {
  // Other stories share this portal, and their login has none.
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`delete from external_identity`)
      await tx.execute(sql`delete from pending_binding`)
      await tx.execute(sql`delete from social_attempt`)
      await tx.execute(sql`delete from sign_in_provider`)
    }),
  )
  await oidc.close()
  await wechat.close()
})

/** What came from elsewhere is gone from the address and from everything that the page keeps. */
async function expectNoTrace(page: Page): Promise<void> {
  expect(page.url()).not.toMatch(/[?&](?:code|state|iss)=/)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, Reflect.get(window, 'portalEarly')]),
  )
  expect(kept).not.toMatch(/"(?:code|iss)":/)
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`an account elsewhere is bound at first, then signs in, until it is unbound (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    oidc.person = { subject: `first-${language}-${width}`, name: '王老师' }
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)

    await page.goto(FILES)
    await expect(page).toHaveURL(/\/login\?redirect_uri=/)
    const ways = page.getByRole('region', { name: words.ways })
    const button = ways.getByRole('button', { name: words.oidc })
    await expect(button).toBeVisible()
    await expect(ways.getByRole('button', { name: words.qr })).toBeVisible({ visible: width > 400 })
    expect(await findViolations(page, { except: 'iframe' })).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await button.click()
    await expect(page.getByRole('heading', { level: 1, name: words.bind })).toBeVisible()
    await expect(page).toHaveURL(/\/bind\/\?id=[\w-]{43}$/)
    await expect(page.getByText(words.bindHint)).toBeVisible()
    await expectNoTrace(page)
    // Axe looks at it in contrasts.spec.ts.
    expect(await isWiderThanWindow(page)).toBe(false)

    await page.getByLabel(words.username).fill('teacher')
    await page.getByLabel(words.password, { exact: true }).fill('wrong')
    await page.getByRole('button', { name: words.submit }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeVisible()
    await expect(page.getByLabel(words.password, { exact: true })).toBeFocused()
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: words.submit }).click()
    await expect(page.getByRole('button', { name: words.newFolder })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(FILES)

    // As on a device that does not know them.
    await context.clearCookies()
    await page.goto('/login')
    await button.click()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await expectNoTrace(page)

    await (await findTool(page, words.account, 'link')).click()
    const identities = page.getByRole('region', { name: words.identities })
    await expect(identities.getByText(words.identity)).toBeVisible()
    await identities.getByRole('button', { name: words.unbind }).click()
    const question = page.getByRole('dialog', { name: words.question })
    const password = question.getByLabel(words.current)
    await expect(password).toBeFocused()
    expect(await findViolations(page, { except: 'iframe' })).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await password.fill('wrong')
    await question.getByRole('button', { name: words.confirm }).click()
    await expect(question.getByText(words.wrongPassword)).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(identities.getByText(words.none)).toBeVisible()
    await expect(identities.getByRole('heading', { name: words.identities })).toBeFocused()
    expect(await isWiderThanWindow(page)).toBe(false)
  })
}

test('the last account elsewhere is unbound where the school offers none any more: the card stays, and its heading has the focus', async ({
  page,
  portal,
}) => {
  const words = WORDS['zh-CN']
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(
        sql`insert into external_identity (unit_id, provider_id, user_id, subject, display_name)
          select unit_id, provider_id, user_id, 'last', '王老师' from sign_in_provider join user_account using (unit_id)
          where sign_in_provider.name = '教育云' and login_name = 'teacher'`,
      ),
    ),
  )
  await alterUnit(page, (unit) => {
    unit['social'] = false
  })
  await signIn(page, 'teacher')
  await (await findTool(page, words.account, 'link')).click()
  const identities = page.getByRole('region', { name: words.identities })
  await identities.getByRole('button', { name: words.unbind }).click()
  const question = page.getByRole('dialog', { name: words.question })
  await question.getByLabel(words.current).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(identities.getByText(words.none)).toBeVisible()
  await expect(identities.getByRole('heading', { name: words.identities })).toBeFocused()
})

for (const language of toldOnce(['zh-CN', 'en'] as const, 1)) {
  const words = WORDS[language]

  test(`whoever says no elsewhere is back at the form, with the page that they wanted, and is led to the other ways when the session is lost there (${language})`, async ({
    page,
    context,
  }) => {
    if (language === 'en') await chooseEnglish(context)
    oidc.refuseNext()
    await page.goto(`/login?redirect_uri=${encodeURIComponent(FILES)}`)
    await page.getByRole('button', { name: words.oidc }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.refused })).toBeVisible()
    await expect(page).toHaveURL(`/login?redirect_uri=${encodeURIComponent(FILES)}`)
    await usernameField(page).fill('teacher')
    await passwordField(page).fill(PASSWORD)
    // A stream that is opened without a session would lead to the login by itself.
    const listens = page.waitForResponse('**/api/base/live/events')
    await signInButton(page).click()
    await expect(page).toHaveURL(FILES)

    await test.step('the dialog over a page leads to the other ways', async () => {
      await listens
      const newFolder = page.getByRole('button', { name: words.newFolder })
      await expect(newFolder).toBeVisible()
      await context.clearCookies()
      // Something else may have found it gone by now, and the question stands over the page already.
      const elsewhere = page.getByRole('button', { name: words.elsewhere })
      await newFolder.dispatchEvent('click')
      await page.getByRole('dialog').getByRole('textbox').first().fill('lost')
      await page.keyboard.press('Enter')
      await elsewhere.click()
      await expect(page.getByRole('button', { name: words.oidc })).toBeVisible()
      await expect(page).toHaveURL(/\/login\?redirect_uri=/)
    })
  })

  test(`the QR box stands in place of the form, is new after ten minutes, and leads the whole window on (${language})`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    wechat.person = { openid: 'o-scan', mpOpenid: 'o-scan-account', nickname: '王' }
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.clock.install()
    await page.goto('/login')
    await page.getByRole('button', { name: words.qr }).click()
    const code = page.getByTitle(words.frame, { exact: true })
    const scan = code.contentFrame().getByRole('heading', { name: 'Scan' })
    await expect(scan).toBeVisible()
    await expect(page.getByRole('heading', { name: words.scan })).toBeFocused()
    await expect(signInButton(page)).toBeHidden()
    expect(await findViolations(page, { except: 'iframe' })).toEqual([])
    const first = await code.getAttribute('src')

    await page.clock.runFor(600_000)
    await expect(code).not.toHaveAttribute('src', first ?? '')
    await expect(scan).toBeVisible()

    const begin = '**/api/uaa/social_begin'
    await page.route(begin, (route) => route.abort())
    await page.clock.runFor(600_000)
    await expect(page.getByRole('region', { name: words.scan }).getByRole('alert')).not.toBeEmpty()
    await page.unroute(begin)
    await page.getByRole('button', { name: words.retry }).click()
    await expect(scan).toBeVisible()

    await page.getByRole('button', { name: words.form }).click()
    await expect(signInButton(page)).toBeVisible()
    await expect(usernameField(page)).toBeFocused()
    await expect(code).toHaveCount(0)

    await test.step('scanning and confirming leads the whole window on', async () => {
      await page.getByRole('button', { name: words.qr }).click()
      await code.contentFrame().getByRole('button', { name: 'Confirm' }).click()
      await expect(page).toHaveURL(/\/bind\/\?id=[\w-]+&openid=o-scan$/)
      await page.getByLabel(words.username).fill('staff')
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: words.submit }).click()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      await expectNoTrace(page)
    })
  })

  test(`a binding that is over, or none, says so and leads back to the login; an account with a second step asks for its code before it is bound (${language})`, async ({
    page,
    context,
    portal,
  }) => {
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/bind/?id=${'x'.repeat(43)}`)
    await page.getByLabel(words.username).fill('teacher')
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    const submit = page.getByRole('button', { name: words.submit })
    await submit.click()
    await expect(page.getByText(words.gone)).toBeVisible()
    expect(await findViolations(page, { except: 'iframe' })).toEqual([])
    await page.goto('/pages/login/pc_bind_all/index.html?openid=o')
    await expect(page.getByText(words.gone)).toBeVisible()
    await page.getByRole('link', { name: words.back }).click()
    await expect(page.getByRole('heading', { name: words.login })).toBeVisible()

    await test.step('an account with a second step asks for its code before it is bound; a recovery code does too', async () => {
      oidc.person = { subject: 'second-step', name: '王老师' }
      await startSession(page, 'staff')
      const begun = await post(page, portal.url, '/api/uaa/account/second_step/begin', { password: PASSWORD })
      const { secret } = z.parse(z.object({ secret: z.string() }), begun)
      const code = new TOTP({ secret }).generate()
      const confirmed = await post(page, portal.url, '/api/uaa/account/second_step/confirm', { code })
      const { recoveryCodes } = z.parse(z.object({ recoveryCodes: z.array(z.string()) }), confirmed)
      await context.clearCookies()

      await page.getByRole('button', { name: words.oidc }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.bind })).toBeVisible()
      await page.getByLabel(words.username).fill('staff')
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      await submit.click()
      const field = page.getByLabel(words.code)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      expect(await findViolations(page, { except: 'iframe' })).toEqual([])
      // The code that turned it on is used up.
      await field.fill(code)
      await submit.click()
      await expect(page.getByRole('alert').filter({ hasText: words.wrongCode })).toBeVisible()
      await expect(field).toBeFocused()
      await page.getByRole('button', { name: words.useRecovery }).click()
      await page.getByLabel(words.recovery, { exact: true }).fill(recoveryCodes[0] ?? '')
      await submit.click()
      await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    })

    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) => tx.execute(sql`delete from second_step`)),
    )
  })
}

/** The data of an answer to a page's browser. */
async function post(page: Page, origin: string, path: string, form: Record<string, string>): Promise<unknown> {
  const headers = { 'x-portal-device': 'pc', origin }
  return Object(await (await page.request.post(path, { headers, form })).json()).data
}

test.describe('inside WeChat', () => {
  test.use({ userAgent: WECHAT, viewport: { width: 390, height: 800 } })

  test('the login goes there by itself, and back to the application that was asked for', async ({ page, context }) => {
    wechat.person = { openid: 'o-in', mpOpenid: 'o-in-account', nickname: '王' }
    await page.goto('/login?app=files')
    await expect(page).toHaveURL(/\/bind\/\?id=[\w-]+&openid=o-in-account$/)
    await page.getByLabel('用户名').fill('teacher')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await expect(page).toHaveURL(/\/pages\/files\/mobile_files_tm\/index\.html$/)

    // As on a new phone.
    await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()))
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto('/login')
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await expect(page).toHaveURL(/\/pages\/base\/mobile_desktop_all\/index\.html$/)
    await expectNoTrace(page)
  })

  test('a provider that fails is not gone to again by itself, only by its button', async ({ page }) => {
    wechat.errcode = 40_029
    const before = wechat.asked.length
    const visits = () => wechat.asked.slice(before).filter((path) => path === '/connect/oauth2/authorize').length
    await page.goto('/login')
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    expect(visits()).toBe(1)
    await page.goto('/login')
    const button = page.getByRole('button', { name: '微信' })
    await expect(button).toBeVisible()
    await expect(signInButton(page)).toBeEnabled()
    expect(visits()).toBe(1)
    await button.click()
    await expect.poll(visits).toBe(2)
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    wechat.errcode = undefined
  })
})
