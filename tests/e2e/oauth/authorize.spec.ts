import { alterUnit } from '../../support/browser/altered-unit.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { saveClient } from '../../../server/modules/oauth/oauth-clients.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { discover, type Registered } from '../../support/callers/third-party.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, signIn, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { pageRoot, sendLogin, showPassword } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

const WORDS = {
  'zh-CN': {
    title: '允许“图书馆”使用你的账号？',
    scopes: ['你是谁（你在本平台的编号）', '姓名、用户名、身份类型和学校', '邮箱'],
    allow: '允许',
    refuse: '拒绝',
    other: '换一个账号',
    person: '林致远',
    cannot: '不能继续',
    failed: '没有加载成功',
    retry: '重试',
    missing: '缺少client_id，请返回重试！',
    noTicketPath: '缺少 loginTickitConifg.apipath...',
    ticketOver: /登录凭证无效或已过期/,
  },
  en: {
    title: 'Allow Library to use your account?',
    scopes: ['who you are (your portal ID)', 'your name, username, kind of account and school', 'your email address'],
    allow: 'Allow',
    refuse: 'Decline',
    other: 'Use another account',
    person: 'Lin Zhiyuan',
    cannot: 'This cannot continue',
    failed: 'This could not be loaded',
    retry: 'Try again',
    missing: 'Missing client_id, please go back and try again!',
    noTicketPath: 'Missing loginTickitConifg.apipath...',
    ticketOver: /This sign-in link is not valid or has expired/,
  },
} as const

/** A library of the town that lets people sign in with their school's portal. */
let library: Server
let callback: string
let registered: Registered
let unitId: string

test.beforeAll(async ({ portal }) => {
  await portal.start()
  library = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Library</title>')
  })
  await new Promise<void>((resolve) => library.listen(0, '127.0.0.1', resolve))
  const { port } = library.address() as AddressInfo
  callback = `http://127.0.0.1:${port}/callback`
  await usePortalData(portal.dataFolder, async (database) => {
    unitId = await database.asOwner(async (tx) => {
      const { rows } = await tx.execute(sql`select unit_id from unit_host where host = 'localhost'`)
      return z.parse(z.tuple([z.object({ unit_id: z.string() })]), rows)[0].unit_id
    })
    const settings = {
      name: '图书馆',
      englishName: 'Library',
      confidential: true,
      redirectUris: [callback],
      postLogoutRedirectUris: [],
      ownScopes: [],
      logo: null,
      pkceRequired: true,
      trusted: false,
      loginUrl: null,
      mayIssueTickets: true,
      adminTickets: false,
      backchannelLogoutUri: null,
      backchannelLogoutSessionRequired: false,
      position: 0,
      disabled: false,
    }
    const saved = await database.inUnit({ unitId, userId: null }, (tx) => saveClient(tx, unitId, {}, settings))
    registered = { clientId: saved.clientId, secret: saved.secret ?? '' }
  })
})

test.afterAll(async ({ portal }) => {
  // Other tests share this portal, and their school knows no library.
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`delete from oauth_client where client_id = ${registered.clientId}`)
      await tx.execute(sql`update unit set sign_in_ways = sign_in_ways - 'ticket' where unit_id = ${unitId}`)
    }),
  )
  library.closeAllConnections()
  await new Promise((resolve) => library.close(resolve))
})

/** Begins a sign-in as the library's own software does, on loopback. */
async function begin(origin: string, scope = 'openid profile email') {
  const config = await discover(origin, registered)
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  return { config, url, checks: { pkceCodeVerifier, expectedState, expectedNonce } }
}

/** The address at which the library got its browser back. */
async function backAtLibrary(page: Page): Promise<URL> {
  await page.waitForURL((url) => url.href.startsWith(callback))
  return new URL(page.url())
}

/** No consent is stored yet. */
test.beforeEach(async ({ portal }) => {
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from oauth_consent`)),
  )
})

async function fillLogin(page: Page, username: string): Promise<void> {
  await sendLogin(page, username, PASSWORD)
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = WORDS[language]

  test(`a third party signs a teacher in, with their consent at first and without a question afterwards (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const { config, url, checks } = await begin(portal.url)
    await page.goto(url.href)
    await expect(showPassword(page)).toBeVisible()
    expect(page.url()).toBe(url.href)
    await fillLogin(page, 'teacher')

    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    for (const scope of words.scopes) await expect(page.getByText(scope)).toBeVisible()
    await expect(page.getByText(new URL(callback).host)).toBeVisible()
    await expect(page.getByText(words.person)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    await page.getByRole('button', { name: words.allow }).click()

    const tokens = await client.authorizationCodeGrant(config, await backAtLibrary(page), checks)
    const claims = tokens.claims()
    expect(claims?.sub).toBeTruthy()
    const known = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(known).toMatchObject({ name: '林致远', preferred_username: 'teacher' })

    const again = await begin(portal.url)
    await page.goto(again.url.href)
    const second = await client.authorizationCodeGrant(again.config, await backAtLibrary(page), again.checks)
    expect(second.claims()?.sub).toBe(claims?.sub)
  })
}

for (const language of toldOnce(['zh-CN', 'en'] as const, 0)) {
  const words = WORDS[language]

  test(`what must not go on stays here; whoever refuses goes back with that and nothing else (${language})`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'teacher')
    const { url, checks } = await begin(portal.url)

    await test.step('a request without a client says what is missing', async () => {
      // Axe looks at it in contrasts.spec.ts.
      await page.goto('/oidc/authorize?scope=openid')
      await expect(page.getByText(words.missing)).toBeVisible()
    })

    await test.step('a request that must not go on stays here', async () => {
      const elsewhere = new URL(url)
      elsewhere.searchParams.set('redirect_uri', 'http://127.0.0.1:9/other')
      await page.goto(elsewhere.href)
      await expect(page.getByText(words.cannot)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      expect(page.url()).toBe(elsewhere.href)
    })

    await test.step('one that did not arrive is asked again', async () => {
      await page.route('**/api/uaa/authorization', (route) => route.abort())
      await page.goto(url.href)
      await expect(page.getByText(words.failed)).toBeVisible()
      await page.unroute('**/api/uaa/authorization')
      await page.getByRole('button', { name: words.retry }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    })

    await test.step('another account can answer, and refuse', async () => {
      await expect(page.getByText(words.person)).toBeVisible()
      await page.getByRole('button', { name: words.other }).click()
      await expect(showPassword(page)).toBeVisible()
      expect(page.url()).toBe(url.href)
      await fillLogin(page, 'staff')
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
      await expect(page.getByText(words.person)).toBeHidden()
      await page.getByRole('button', { name: words.refuse }).click()
      const back = await backAtLibrary(page)
      expect(back.searchParams.get('error')).toBe('access_denied')
      expect(back.searchParams.get('state')).toBe(checks.expectedState)
      expect(back.searchParams.has('code')).toBe(false)
    })
  })

  test(`a ticket signs in once; the page keeps nothing of it (${language})`, async ({ page, context, portal }) => {
    if (language === 'en') await chooseEnglish(context)

    await test.step('a portal without an address for tickets names what is missing', async () => {
      await alterUnit(page, (unit) => {
        unit['loginTickitConifg'] = { apipath: null, name: 'ticket' }
      })
      await page.goto('/login?ticket=T-1')
      await expect(page.getByRole('alert').first()).toHaveText(words.noTicketPath)
      await context.unrouteAll()
    })

    const allow = (ticket: boolean) =>
      usePortalData(portal.dataFolder, (database) =>
        database.asOwner((tx) =>
          tx.execute(
            sql`update unit set sign_in_ways = coalesce(sign_in_ways, '{}') || ${JSON.stringify({ ticket })}::jsonb where unit_id = ${unitId}`,
          ),
        ),
      )
    await allow(true)
    const issued = await fetch(`${portal.url}/api/uaa/ticket/issue`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: registered.clientId,
        client_secret: registered.secret,
        loginName: 'teacher',
      }),
    })
    const { data } = z.parse(z.object({ data: z.object({ ticket: z.string(), url: z.string() }) }), await issued.json())
    await page.goto(data.url)
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    expect(page.url()).not.toContain('ticket')
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, Reflect.get(window, 'portalEarly')]),
    )
    expect(kept).not.toContain(data.ticket)
    await context.clearCookies()
    await page.goto(data.url)
    await expect(page.getByRole('alert').first()).toHaveText(words.ticketOver)
    await allow(false)
  })
}

test('the icon of a registered application opens it with a one-time code: from the desktop, a menu and the search', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  const entry = new URL('/entry', callback).href
  const change = (...statements: readonly ReturnType<typeof sql>[]) =>
    usePortalData(portal.dataFolder, (database) =>
      database.asOwner(async (tx) => {
        for (const statement of statements) await tx.execute(statement)
      }),
    )
  const setRoute = (route: string) =>
    sql`update application set menu_route = ${route} where unit_id = ${unitId} and code = 'national-library'`
  await change(
    sql`update oauth_client set login_url = ${entry}, trusted = true where client_id = ${registered.clientId}`,
    setRoute(`${entry}/`),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'teacher')
  const entryIcon = appIcon(pageRoot(page), 'national-library')
  const openBy = async (act: () => Promise<void>) => {
    const [opened] = await Promise.all([context.waitForEvent('page'), act()])
    await opened.waitForURL(`${entry}?*`)
    const { searchParams } = new URL(opened.url())
    expect([...searchParams.keys()]).toEqual(['code', 'iss'])
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()
    return searchParams.get('code') ?? ''
  }

  await test.step('from all three places, each time with another code', async () => {
    const codes = new Set<string>()
    codes.add(await openBy(() => entryIcon.click()))
    // On the desktop the applications are on the page itself.
    await appIcon(pageRoot(page), 'files').click()
    const menu = page.getByRole('navigation', { name: '应用菜单' })
    await menu.getByRole('button', { name: '常用应用' }).click()
    codes.add(await openBy(() => menu.getByRole('link', { name: '国家图书馆' }).click()))
    await page.goBack()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('国家图书馆')
    codes.add(await openBy(() => page.keyboard.press('Enter')))
    expect(codes.size).toBe(3)
  })

  await test.step('without a network a notice says so, and no empty window stays', async () => {
    await context.setOffline(true)
    const windows = context.pages().length
    await entryIcon.click()
    await expect(page.getByText(/现在没有网络|网络连接失败/).first()).toBeVisible()
    await expect.poll(() => context.pages().length).toBe(windows)
    await context.setOffline(false)
  })

  await test.step('one that was turned off meanwhile opens as any other site', async () => {
    await change(sql`update oauth_client set disabled_at = now() where client_id = ${registered.clientId}`)
    const [opened] = await Promise.all([context.waitForEvent('page'), entryIcon.click()])
    await opened.waitForURL(`${entry}/`)
    await opened.close()
  })

  await change(
    sql`update oauth_client set login_url = null, trusted = false, disabled_at = null where client_id = ${registered.clientId}`,
    setRoute('https://www.nlc.cn'),
  )
})
