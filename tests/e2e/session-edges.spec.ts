import type { BrowserContext, Page, Request } from '@playwright/test'
import { unreadByCode } from '../../contract/calls/desktop.ts'
import { login, logout, me, refresh } from '../../contract/calls/session.ts'
import { chooseEnglish, expect, PASSWORD, signIn, test } from './fixtures.ts'
import { iconNames, isReadyForOffline, keptDesktops } from './kept-on-device.ts'

const AWAY =
  /Failed to load resource|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch|error occurred when fetching the script/
const TEXTS = {
  'zh-CN': {
    login: '用户登录',
    username: '用户名',
    password: '密码',
    submit: '登录',
    logOut: '退出',
    confirm: '确定',
    noNetwork: '网络连接失败，请检查网络后重试',
    offline: /^离线/,
    newFolder: '新建文件夹',
  },
  en: {
    login: 'User login',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    logOut: 'Log out',
    confirm: 'Confirm',
    noNetwork: 'Network Error. Check the connection and try again',
    offline: /^Offline/,
    newFolder: 'New folder',
  },
} as const
type Language = keyof typeof TEXTS
const LANGUAGES: readonly Language[] = ['zh-CN', 'en']

const isCall = (request: Request, { path }: { path: string }) => new URL(request.url()).pathname === path

/** The refresh token that a browser holds. */
async function refreshTokenOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find(({ name }) => name === 'portal_refresh')?.value ?? ''
}

/** Puts an application in the place of Files that makes ten calls when its button is pressed, and shows how each ended. */
async function placeTenCalls(page: Page): Promise<void> {
  await page.route('**/files/manifest.json*', (route) =>
    route.fulfill({ json: { 'files.js': '/assets/ten-calls.js' } }),
  )
  const row = { ...unreadByCode, input: undefined, answer: undefined }
  await page.route('**/assets/ten-calls.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        // A schema that takes whatever comes: what the answer says is not asked here.
        const row = { ...${JSON.stringify(row)}, answer: { _zod: { run: (payload) => payload } } }
        export function mount(container, portal) {
          container.innerHTML = '<button>Ten calls</button><output></output>'
          const [button, output] = container.children
          button.addEventListener('click', async () => {
            const calls = Array.from({ length: 10 }, (_, n) => portal.call(row, { n: String(n) }))
            const ends = await Promise.allSettled(calls)
            output.textContent = ends.map(({ status }) => status).join(' ')
          })
          return () => container.replaceChildren()
        }`,
    }),
  )
}

test.describe('ten calls whose access has run out', () => {
  // What the service worker fetches is out of this test's hands.
  test.use({ serviceWorkers: 'block' })

  for (const [access, language] of [
    ['gone', 'zh-CN'],
    ['not good any more', 'en'],
  ] as const) {
    test(`wait for one renewal, and each is repeated and answered (the cookie is ${access})`, async ({
      page,
      context,
      portal,
    }) => {
      if (language === 'en') await chooseEnglish(context)
      await placeTenCalls(page)
      await signIn(page, 'teacher')
      await page.locator('[data-app-code=files]').click()
      const button = page.getByRole('button', { name: 'Ten calls' })
      await expect(button).toBeVisible()

      const sent: string[] = []
      page.on('request', (request) => {
        if (isCall(request, unreadByCode)) sent.push(new URL(request.url()).searchParams.get('n') ?? '')
        if (isCall(request, refresh)) sent.push('refresh')
      })
      let refused = 0
      let allRefused: () => void = () => {}
      const nineRefused = new Promise<void>((resolve) => (allRefused = resolve))
      const renewed = page.waitForResponse(`**${refresh.path}*`)
      // The last call hears its 401 only when the renewal is over: it must not begin another one.
      await page.route(
        `**${unreadByCode.path}*`,
        async (route) => {
          const response = await route.fetch()
          refused += 1
          if (refused === 9) allRefused()
          if (refused === 10) await (await renewed).finished()
          await route.fulfill({ response })
        },
        { times: 10 },
      )
      await page.route(`**${refresh.path}*`, async (route) => {
        await nineRefused
        await route.continue()
      })

      if (access === 'gone') await context.clearCookies({ name: 'portal_access' })
      else await context.addCookies([{ name: 'portal_access', value: 'x'.repeat(43), url: portal.url, httpOnly: true }])
      await button.click()
      await expect(page.getByRole('status').filter({ hasText: /^(fulfilled ?){10}$/ })).toBeVisible()

      expect(sent.filter((what) => what === 'refresh')).toHaveLength(1)
      const numbers = Array.from({ length: 10 }, (_, n) => String(n))
      expect(sent.filter((what) => what !== 'refresh').toSorted()).toEqual(numbers.flatMap((n) => [n, n]))
      expect(sent.slice(0, 10)).not.toContain('refresh')
    })
  }
})

for (const language of LANGUAGES) {
  const texts = TEXTS[language]

  test(`a refresh token that somebody else used ends the session for both, and the person is asked to sign in (${language})`, async ({
    page,
    context,
    portal,
    playwright,
  }) => {
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    await page.locator('[data-app-code=files]').click()
    await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
    const stolen = await refreshTokenOf(context)
    const thief = await playwright.request.newContext({
      baseURL: portal.url,
      extraHTTPHeaders: { cookie: `portal_refresh=${stolen}` },
    })
    const first = await thief.get(refresh.path)
    expect(await first.json()).toMatchObject({ status: 200 })
    const tokens = first.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
    const successor = tokens.map(({ value }) => /^portal_refresh=([^;]+)/.exec(value)?.[1]).find(Boolean)
    const asThief = (token = '') => thief.get(refresh.path, { headers: { cookie: `portal_refresh=${token}` } })
    const second = await asThief(successor)
    expect(await second.json()).toMatchObject({ status: 200 })

    await page.getByRole('button', { name: texts.newFolder }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(`Kept ${language}`)
    await page.keyboard.press('Enter')
    const again = page.getByRole('dialog', { name: texts.login })
    await expect(again).toBeVisible()
    expect(await (await asThief(successor)).json()).toMatchObject({ status: 401 })
    await thief.dispose()

    await again.getByLabel(texts.username).fill('teacher')
    await again.getByLabel(texts.password, { exact: true }).fill(PASSWORD)
    await again.getByRole('button', { name: texts.submit }).click()
    await expect(page.getByRole('link', { name: `Kept ${language}` })).toBeVisible()
    const events = await page.request.get('/api/uaa/account/sign_in_events')
    expect(JSON.stringify(await events.json())).toContain('token-reused')
  })

  test(`signing out in one tab leaves nothing of the person in the other (${language})`, async ({ page, context }) => {
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    await page.locator('[data-app-code=files]').click()
    await page.getByRole('button', { name: texts.newFolder }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(`Private ${language}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: `Private ${language}` })).toBeVisible()
    const { data } = await (await page.request.get(me.path)).json()
    const other = await context.newPage()
    await other.goto('/')
    await expect.poll(async () => (await iconNames(other)).length).toBeGreaterThan(0)

    await other.getByRole('button', { name: texts.logOut }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: texts.confirm }).click()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login$/)
      await expect(tab.getByLabel(texts.username)).toBeEditable()
      await expect(tab.getByLabel(texts.username)).toHaveValue('')
      await expect(tab.locator('[data-app-code]')).toHaveCount(0)
      expect(await tab.content()).not.toContain(data.realName)
      expect(await tab.content()).not.toContain(`Private ${language}`)
    }
    expect(await keptDesktops(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

    await page.goBack()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel(texts.username)).toBeEditable()
    for (const secret of [data.realName, `Private ${language}`])
      await expect(page.locator('body')).not.toContainText(secret)
    expect(await (await page.request.get(me.path)).json()).toMatchObject({ status: 401 })
  })

  for (const width of [1440, 390]) {
    test(`a server that goes away in the middle of a login is named, and the form works when it is back (${language}, ${width} px)`, async ({
      page,
      context,
      portal,
      tolerate,
    }, info) => {
      tolerate(AWAY)
      if (language === 'en') await chooseEnglish(context)
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/login')
      const [username, password] = [page.getByLabel(texts.username), page.getByLabel(texts.password, { exact: true })]
      const submit = page.getByRole('button', { name: texts.submit, exact: true })
      await username.fill('teacher')
      await password.fill(PASSWORD)
      portal.freeze()
      const sent = page.waitForRequest(`**${login.path}`)
      await submit.click()
      await sent
      await expect(submit).toBeDisabled()
      await portal.kill()

      await expect(page.getByRole('alert')).toHaveText(texts.noNetwork)
      await expect(username).toHaveValue('teacher')
      await expect(password).toHaveValue(PASSWORD)
      await expect(password).toBeFocused()
      await expect(submit).toBeEnabled()
      await page.screenshot({ path: info.outputPath('away.png') })
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_access')

      await portal.start()
      await submit.click()
      await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
    })
  }

  test(`a server that goes away in the middle of a renewal signs nobody out (${language})`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    await page.locator('[data-app-code=files]').click()
    await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
    const token = await refreshTokenOf(context)
    await context.clearCookies({ name: 'portal_access' })
    await page.route(
      `**${refresh.path}*`,
      async (route) => {
        portal.freeze()
        await route.continue()
      },
      { times: 1 },
    )
    const renewing = page.waitForRequest(`**${refresh.path}*`)
    await page.getByRole('button', { name: texts.newFolder }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(`Later ${language}`)
    await page.keyboard.press('Enter')
    await renewing
    await portal.kill()

    await expect(page.getByRole('status').filter({ hasText: texts.offline })).toBeVisible()
    await expect(page.getByRole('dialog', { name: texts.login })).toHaveCount(0)
    expect(await refreshTokenOf(context)).toBe(token)
    await portal.start()
    await expect(page.getByRole('status').filter({ hasText: texts.offline })).toBeHidden({ timeout: 45_000 })
    await page.reload()
    await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
    await expect(page.getByRole('dialog', { name: texts.login })).toHaveCount(0)
    const { data } = await (await page.request.get(me.path)).json()
    expect(data).toMatchObject({ loginName: 'teacher' })
    expect(await refreshTokenOf(context)).not.toBe(token)
  })
}

test('a login that was sent before the page’s script came, to a server that went away, ends on the form', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  let arrive: () => void = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('input[name=username]').fill('teacher')
  await page.locator('input[name=password]').fill(PASSWORD)
  portal.freeze()
  const sent = page.waitForRequest(`**${login.path}`)
  await page.locator('button[type=submit]').click()
  await sent
  await portal.kill()
  arrive()
  await expect(page.getByRole('alert')).toHaveText(TEXTS.en.noNetwork)
  await expect(page.getByLabel('Username')).toHaveValue('teacher')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await portal.start()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
})

test('signing out while the server is away is told to it as soon as it is back', async ({
  page,
  context,
  portal,
  playwright,
  tolerate,
}) => {
  tolerate(AWAY)
  await signIn(page, 'teacher')
  await expect.poll(() => isReadyForOffline(page), { timeout: 30_000 }).toBe(true)
  const token = await refreshTokenOf(context)
  portal.freeze()
  const told = page.waitForRequest(`**${logout.path}`)
  await page.getByRole('button', { name: '退出' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await told
  await portal.kill()
  await expect(page.getByLabel('用户名')).toBeVisible()
  await expect(page.locator('[data-app-code]')).toHaveCount(0)
  await portal.start()
  const finished = page.waitForResponse(`**${logout.path}`)
  await page.goto('/')
  expect(await (await finished).json()).toMatchObject({ status: 200 })
  await expect(page.getByLabel('用户名')).toBeEditable()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_access')
  // Not only this browser: the session itself is over.
  const holder = await playwright.request.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { cookie: `portal_refresh=${token}` },
  })
  expect(await (await holder.get(refresh.path)).json()).toMatchObject({ status: 401, code: 'session.expired' })
  await holder.dispose()

  // Signing out once more is nothing that is still due.
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('button', { name: '显示密码' })).toBeVisible()
  expect(paths).not.toContain(logout.path)
})
