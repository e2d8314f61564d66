import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signInByForm, startSession, test } from '../fixtures.ts'
import { openLibrary, type TownLibrary } from './library.ts'
import { pageRoot, passwordField, signInButton, usernameField } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

const WORDS = {
  'zh-CN': {
    again: '“图书馆”要求你重新登录',
    choose: '用哪个账号进入“图书馆”？',
    other: '“图书馆”要用另一个账号',
    consent: '允许“图书馆”使用你的账号？',
    goOnAs: '以林致远的身份继续',
    another: '换一个账号',
    cancel: '取消',
    allow: '允许',
    signIn: '登录',
    cannot: '不能继续',
    leave: '“图书馆”要让你退出登录',
    confirm: '退出登录',
    stay: '保持登录',
    done: '已退出登录',
    notRegistered: '退出后会停在这里',
  },
  en: {
    again: 'Library asks you to sign in again',
    choose: 'Which account for Library?',
    other: 'Library expects another account',
    consent: 'Allow Library to use your account?',
    goOnAs: 'Continue as Lin Zhiyuan',
    another: 'Use another account',
    cancel: 'Cancel',
    allow: 'Allow',
    signIn: 'Sign in',
    cannot: 'This cannot continue',
    leave: 'Library asks to sign you out',
    confirm: 'Sign out',
    stay: 'Stay signed in',
    done: 'You are signed out',
    notRegistered: 'After signing out, you stay here',
  },
} as const

let library: TownLibrary

test.beforeAll(async ({ portal }) => {
  await portal.start()
  library = await openLibrary(portal)
})
test.afterAll(() => library.close())
test.beforeEach(() => library.change(sql`delete from oauth_consent`))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const errorOf = async (page: Page) => (await library.backIn(page)).searchParams.get('error')

async function look(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
}

for (const [language, width] of [
  ['zh-CN', 1440],
  ['en', 390],
] as const) {
  const words = WORDS[language]

  test.describe(`${language}, ${width} px`, () => {
    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 })
      if (language === 'en') await chooseEnglish(context)
    })

    test('a third party asks a teacher to sign in again, who does so although signed in', async ({ page, portal }) => {
      await startSession(page, 'teacher')
      const first = await library.begin()
      await page.goto(first.url.href)
      await press(page, words.allow)
      const before = await client.authorizationCodeGrant(first.config, await library.backIn(page), first.checks)

      await test.step('a request that wants no question is answered at once', async () => {
        const silent = await library.begin({ prompt: 'none' })
        await page.goto(silent.url.href)
        const tokens = await client.authorizationCodeGrant(silent.config, await library.backIn(page), silent.checks)
        expect(tokens.claims()?.sub).toBe(before.claims()?.sub)
      })

      await test.step('the sign-in before does not count, also after a reload and without what the address keeps', async () => {
        const { url } = await library.begin({ prompt: 'login', max_age: '0' })
        await page.goto(url.href)
        await expect(heading(page, words.again)).toBeVisible()
        await look(page)
        await page.reload()
        await expect(heading(page, words.again)).toBeVisible()
        await page.goto('about:blank')
        await page.goto(url.href)
        await expect(heading(page, words.again)).toBeVisible()
        await press(page, words.cancel)
        expect(await errorOf(page)).toBe('login_required')
      })

      await test.step('the new one does', async () => {
        const again = await library.begin({ prompt: 'login' })
        await page.goto(again.url.href)
        await expect(usernameField(page)).toHaveValue('teacher')
        await passwordField(page).fill('wrong-password')
        await press(page, words.signIn)
        await expect(page.getByRole('alert')).toBeVisible()
        await passwordField(page).fill(PASSWORD)
        await press(page, words.signIn)
        const tokens = await client.authorizationCodeGrant(again.config, await library.backIn(page), again.checks)
        expect(Number(tokens.claims()?.auth_time)).toBeGreaterThanOrEqual(Number(before.claims()?.auth_time))
        expect(tokens.claims()?.['sid']).not.toBe(before.claims()?.['sid'])
      })

      await test.step('the person whom it remembers is another one', async () => {
        await startSession(page, 'staff')
        const { url } = await library.begin({ id_token_hint: before.id_token ?? '' })
        await page.goto(url.href)
        await expect(heading(page, words.other)).toBeVisible()
        await look(page)
        await press(page, words.cancel)
        expect(await errorOf(page)).toBe('login_required')
      })
      expect(portal.url).toContain('http')
    })

    test('a third party lets a teacher choose the account, and agree once more', async ({ page, tolerate }) => {
      tolerate(AWAY)
      await startSession(page, 'teacher')
      await test.step('the one that is signed in', async () => {
        const { url } = await library.begin({ prompt: 'select_account consent' })
        await page.goto(url.href)
        await expect(heading(page, words.choose)).toBeVisible()
        await look(page)
        await press(page, words.goOnAs)
        await expect(heading(page, words.consent)).toBeVisible()
        await press(page, words.allow)
        expect((await library.backIn(page)).searchParams.has('code')).toBe(true)
      })
      await test.step('another one, by a sign-in that is the choice', async () => {
        const { url } = await library.begin({ prompt: 'select_account', login_hint: 'staff' })
        await page.goto(url.href)
        await press(page, words.another)
        await expect(usernameField(page)).toHaveValue('staff')
        await passwordField(page).fill(PASSWORD)
        await signInButton(page).click()
        await press(page, words.allow)
        expect((await library.backIn(page)).searchParams.has('code')).toBe(true)
      })
      await test.step('an application that is turned off while it asks gets nothing', async () => {
        const { url } = await library.begin({ prompt: 'select_account' })
        await page.goto(url.href)
        await expect(heading(page, words.choose)).toBeVisible()
        const { clientId } = library.registered
        await library.change(sql`update oauth_client set disabled_at = now() where client_id = ${clientId}`)
        // The account that was chosen last.
        await page.getByRole('button', { name: /^(以.+的身份继续|Continue as .+)$/ }).click()
        await expect(heading(page, words.cannot)).toBeVisible()
        await look(page)
        await library.change(sql`update oauth_client set disabled_at = null where client_id = ${clientId}`)
      })
    })

    test('a request without a session: errors go back, the rest begins with the form', async ({ page }) => {
      await test.step('no question may be asked', async () => {
        await page.goto((await library.begin({ prompt: 'none' })).url.href)
        expect(await errorOf(page)).toBe('login_required')
      })
      await test.step('the request is wrong', async () => {
        const { url, checks } = await library.begin({ response_type: 'token' })
        await page.goto(url.href)
        expect(await errorOf(page)).toBe('unsupported_response_type')
        expect(new URL(page.url()).searchParams.get('state')).toBe(checks.expectedState)
      })
      await test.step('the application is not known', async () => {
        const { url } = await library.begin({ client_id: 'unknown' })
        await page.goto(url.href)
        await expect(heading(page, words.cannot)).toBeVisible()
      })
      await test.step('the form, in the language that the application asks for and with the name that it knows', async () => {
        const other = language === 'en' ? 'zh' : 'en-GB fr'
        const { url } = await library.begin({ ui_locales: other, login_hint: 'teacher', prompt: 'login' })
        await page.goto(url.href)
        await expect(page.getByRole('document')).toHaveAttribute('lang', language === 'en' ? 'zh-CN' : 'en')
        await expect(usernameField(page)).toHaveValue('teacher')
        await passwordField(page).fill(PASSWORD)
        await signInButton(page).click()
        await expect(heading(page, WORDS[language === 'en' ? 'zh-CN' : 'en'].consent)).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('lange_'))).toBe(language === 'en' ? 'en' : null)
      })
    })

    test('a third party signs a teacher out, with a question where nothing proves whose wish it is', async ({
      page,
    }) => {
      await startSession(page, 'teacher')
      const { config, url, checks } = await library.begin()
      await page.goto(url.href)
      await press(page, words.allow)
      const tokens = await client.authorizationCodeGrant(config, await library.backIn(page), checks)
      const end = (parameters: Record<string, string>) => client.buildEndSessionUrl(config, parameters).href

      await test.step('it is asked about, and stays where the address is not known', async () => {
        await page.goto(end({ post_logout_redirect_uri: 'http://127.0.0.1:9/other' }))
        await expect(heading(page, words.leave)).toBeVisible()
        await expect(page.getByText(words.notRegistered)).toBeVisible()
        await look(page)
        await press(page, words.stay)
        await expect(appIcons(pageRoot(page)).first()).toBeVisible()
      })
      await test.step('by its own ID token it goes without a question, and the session is over', async () => {
        await page.goto(
          end({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: library.bye, state: 's' }),
        )
        await page.waitForURL(`${library.bye}?state=s`)
        await page.goto((await library.begin({ prompt: 'none' })).url.href)
        expect(await errorOf(page)).toBe('login_required')
      })
      await test.step('after a question it ends as well, and says so where nothing leads back', async () => {
        await signInByForm(page, 'teacher')
        await page.goto(end({}))
        await press(page, words.confirm)
        await expect(heading(page, words.done)).toBeVisible()
        await look(page)
      })
    })
  })
}
