import type { Page, Request } from '@playwright/test'
import { chooseEnglish, expect, PASSWORD, startSession, test } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import {
  pageRoot,
  passwordField,
  rememberBox,
  sendLogin,
  showPassword,
  signInButton,
  usernameField,
} from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

const LOGIN = '**/api/uaa/oauth/login'
const FILES = '/pages/files/pc_files_tm/index.html'

async function signInRemembered(page: Page): Promise<void> {
  await page.goto('/login')
  await usernameField(page).fill('teacher')
  await passwordField(page).fill(PASSWORD)
  await rememberBox(page).check()
  await signInButton(page).click()
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
}

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** The session's cookies are gone, and no page is open that could hear of it. */
async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** The login form, handled by the page's own script and waiting for a person. */
/** What the page of Files has. */
const files = (page: Page) => page.getByRole('button', { name: /^(Upload files|上传文件)$/ })

async function expectForm(page: Page): Promise<void> {
  await expect(showPassword(page)).toBeVisible()
  await expect(signInButton(page)).toBeEnabled()
}

/** Makes the documents of this page say that the unit allows these ways in. */
async function allowWays(page: Page, ways: Record<string, boolean>): Promise<void> {
  await page.route(
    (url) => !/^\/(?:api|assets|icons|common)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const document = await response.text()
      const allowed = document.replace(/"signInWays":\{[^}]*\}/, `"signInWays":${JSON.stringify(ways)}`)
      expect(allowed).toContain(JSON.stringify(ways))
      await route.fulfill({ response, body: allowed })
    },
  )
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what is remembered signs in on the next visit without a press, until the person signs out', async ({
    page,
  }) => {
    await signInRemembered(page)

    await test.step('it leads back to where it was asked for', async () => {
      await loseSession(page)
      await page.goto('/pages/files/pc_files_tm/index.html')
      await expect(files(page)).toBeVisible()
      await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
      expect(await stored(page, 'AUTO_LOGIN_NUM')).toBeNull()
    })

    await test.step('after signing out nothing signs in by itself', async () => {
      await (await findTool(page, '退出')).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
      await expectForm(page)
      const logins: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/oauth/login')) logins.push(request.url())
      })
      await page.goto('/')
      await expectForm(page)
      await expect(usernameField(page)).toHaveValue('')
      expect(logins).toEqual([])
    })
  })

  test('a password in the address is refused where the unit does not allow it, is sent nowhere and is gone at once', async ({
    page,
  }) => {
    const seen: Request[] = []
    page.on('request', (request) => seen.push(request))
    await page.goto(`/login?username=teacher&password=${PASSWORD}&plat=pc`)
    await expectForm(page)
    await expect(page).toHaveURL(/\/login\?plat=pc$/)
    await expect(passwordField(page)).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveText('学校没有开放这种登录方式')
    expect(seen.filter((request) => request.method() === 'POST')).toEqual([])
    const referrers = await Promise.all(seen.slice(1).map((request) => request.headerValue('referer')))
    expect(referrers.join(' ')).not.toContain(PASSWORD)
    const kept = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        location.href,
        Reflect.get(window, 'portalEarly'),
        databases,
        requests.flat().map(({ url }) => url),
      ])
    })
    expect(kept).not.toContain(PASSWORD)
    await page.goto('/forgetPassword')
    await page.goBack()
    await expect(page).toHaveURL(/\/login\?plat=pc$/)
  })
})

test('the page says that it signs in; four failures stop it', async ({ page, context }) => {
  await chooseEnglish(context)
  await signInRemembered(page)
  await loseSession(page)

  await test.step('the page says that it signs in, and gives the form free after eight seconds', async () => {
    await page.clock.install()
    const held: (() => void)[] = []
    await page.route(LOGIN, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.fallback().catch(() => {})
    })
    await page.goto('/login')
    await expect(page.getByRole('status')).toHaveText('Signing in…')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
    await expect.poll(() => held.length).toBe(1)
    await page.clock.runFor(8000)
    await expect(page.getByRole('status')).toHaveText(/^Still signing in\./)
    await expect(page.getByLabel('Username')).toHaveValue('teacher')
    const abandoned = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/oauth/login'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await abandoned
    await expect.poll(() => held.length).toBe(2)
    // The form's own sign-in is under way.
    await expect(signInButton(page)).toBeDisabled()
    for (const release of held) release()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  })

  await test.step('four failures stop it; each shows the server’s text over what was remembered', async () => {
    await loseSession(page)
    await page.unroute(LOGIN)
    let attempts = 0
    await page.route(LOGIN, (route) => {
      attempts += 1
      const message = '用户名或密码错误|||The username or password is wrong'
      return route.fulfill({ json: { status: 400, code: 'login.failed', message } })
    })
    for (const count of ['1', '2', '3', null]) {
      await page.goto('/login')
      await expect(page.getByRole('alert')).toHaveText('The username or password is wrong')
      await expect(usernameField(page)).toHaveValue('teacher')
      await expectForm(page)
      expect(await stored(page, 'AUTO_LOGIN_NUM')).toBe(count)
    }
    expect(await stored(page, 'IS_LOGOUTED')).toBe('true')
    await page.goto('/login')
    await expectForm(page)
    await expect(usernameField(page)).toHaveValue('teacher')
    expect(attempts).toBe(4)
  })
})

test('what signs in by the address is gone from it, and signs in where the unit allows it', async ({ page }) => {
  await test.step('a password in the address is gone before any of the page’s files arrive', async () => {
    const assets = '**/assets/**'
    await page.route(assets, () => {})
    await page.goto(`/login?username=teacher&password=${PASSWORD}`, { waitUntil: 'commit' })
    await expect(signInButton(page)).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await page.unroute(assets)
  })

  await test.step('everything else that signs in is gone from the address as well', async () => {
    await allowWays(page, {})
    await page.goto('/login?token=t1&accessToken=a1&code=c1&cid=u1&plat=pc#/part')
    await expectForm(page)
    await expect(page).toHaveURL(/\/login\?plat=pc#\/part$/)
    expect(await page.evaluate(() => Object(Reflect.get(window, 'portalEarly')).secrets)).toBeNull()
    await page.unrouteAll()
  })

  await allowWays(page, { password: true })
  await test.step('a wrong password in the address ends at the login with the server’s text, leading back', async () => {
    await page.goto('/pages/files/pc_files_tm/index.html?username=teacher&password=wrong')
    await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
    await expect(page).toHaveURL(/\/login\?redirect_uri=%2Fpages%2Ffiles%2Fpc_files_tm%2Findex\.html$/)
    await sendLogin(page, 'teacher', PASSWORD)
    await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
  })

  await test.step('a password in the address signs in where the unit allows it, on the page that it stands at', async () => {
    await page.evaluate(() => localStorage.removeItem('user'))
    await loseSession(page)
    await page.goto(`/pages/files/pc_files_tm/index.html?username=teacher&password=${PASSWORD}`)
    await expect(files(page)).toBeVisible()
    await expect(page).toHaveURL(/\/pages\/files\/pc_files_tm\/index\.html$/)
  })
})

test('the login asks for nothing that the school does not have, and says so', async ({ page, context }) => {
  await chooseEnglish(context)

  await test.step('a school without accounts elsewhere is asked for none, and the login page opens no stream', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/social|ExternalSignIn|external-sign-in|live\/events/.test(request.url())) asked.push(request.url())
    })
    await page.goto('/login')
    await expectForm(page)
    await expect(usernameField(page)).toBeFocused()
    await usernameField(page).fill('teacher')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })

  await test.step('a way in that the school or the server refuses says so on the form, each in the same words', async () => {
    await allowWays(page, {})
    const closed = 'The school does not allow this way of signing in'
    for (const [address, text] of [
      ['/login?ticket=T-1', closed],
      [`/login?username=teacher&password=${PASSWORD}`, closed],
      ['/login?accessToken=a1', closed],
      ['/login?cid=u1', closed],
      ['/login?state=oidc&code=c', ''],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('alert').first()).not.toBeEmpty()
      await expect(page.getByRole('alert').first()).toContainText(text)
      await expectForm(page)
      await expect(page).toHaveURL(/\/login$/)
    }
  })
})

test.describe('in WeChat', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile MicroMessenger/8.0.50' })

  test('a school without WeChat says so, and what is remembered signs in all the same', async ({ page, context }) => {
    await chooseEnglish(context)

    await test.step('whoever types while it is found out goes on typing in the same field', async () => {
      let answer = (): void => {}
      const asked = new Promise<void>((resolve) => {
        answer = resolve
      })
      const info = '**/api/uaa/social/mp_info*'
      await page.route(info, async (route) => {
        await asked
        await route.fallback()
      })
      await page.goto('/login')
      await expect(showPassword(page)).toBeVisible()
      await usernameField(page).click()
      await page.keyboard.type('tea')
      answer()
      await expect(page.getByRole('alert')).toContainText('Sign-in with WeChat is not set up for this school')
      await page.keyboard.type('cher')
      await expect(usernameField(page)).toHaveValue('teacher')
      await expect(passwordField(page)).toHaveValue('')
      await page.unroute(info)
    })

    await signInRemembered(page)
    await loseSession(page)
    await page.goto('/login')
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  })
})

test.describe('in WeCom', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile wxwork/4.1 MicroMessenger/7.0.1' })

  test('a school without WeCom says so by its name, and is asked once', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('_info')) asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText('学校还没有开通企业微信登录，请用用户名和密码登录')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual(['/api/uaa/social/qy_info'])
  })
})

test('who is signed in goes on from the login where they wanted, and sees no form; another person signs in after a logout', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  // The form's field is in the delivered document: what counts is whether it is ever drawn.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector<HTMLElement>('input[name=username]')?.offsetParent)
        Object.assign(window, { sawForm: true })
      requestAnimationFrame(look)
    }
    look()
  })
  const sawForm = () => page.evaluate(() => 'sawForm' in window)
  const desktop = appIcons(pageRoot(page)).first()

  await test.step('also on a device that has not seen them before', async () => {
    await startSession(page, 'teacher')
    for (const address of ['/', '/login', '/needtologinpagerelogin']) {
      await page.goto(address)
      await expect(desktop).toBeVisible()
      await expect(page).toHaveURL(/\/pages\/base\/pc_desktop_all\/index\.html$/)
      expect(await sawForm()).toBe(false)
      await page.evaluate(() => localStorage.removeItem('user'))
    }
  })

  await test.step('to the page that the address names, of this portal only', async () => {
    await page.goto(`/login?redirect_uri=${encodeURIComponent(`${FILES}?from=login`)}`)
    await expect(files(page)).toBeVisible()
    await expect(page).toHaveURL(`${FILES}?from=login`)
    expect(await sawForm()).toBe(false)
    await page.goto(`/login?redirect_uri=${encodeURIComponent('https://elsewhere.example/')}`)
    await expect(desktop).toBeVisible()
    await expect(page).toHaveURL(/\/pages\/base\/pc_desktop_all\/index\.html$/)
    expect(await sawForm()).toBe(false)
  })

  await test.step('a way in that the school does not allow keeps nobody from their page', async () => {
    await allowWays(page, {})
    await page.goto(`${FILES}?accessToken=a1`)
    await expect(files(page)).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('with a session that has ended the form comes, and after a logout for another person', async () => {
    await loseSession(page)
    await page.goto(`/login?redirect_uri=${encodeURIComponent(FILES)}`)
    await expectForm(page)
    expect(await sawForm()).toBe(true)
    await sendLogin(page, 'teacher', PASSWORD)
    await expect(files(page)).toBeVisible()
    // Announced, and what it covers can be pressed.
    const notice = page.getByRole('status').filter({ hasText: 'Signed in' })
    await expect(notice).toBeVisible()
    await expect(notice.locator('.k-notice')).toHaveCSS('pointer-events', 'none')
    await expect(notice).toBeHidden()
    await (await findTool(page, 'Log out')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expectForm(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/oauth\/(?:me|refresh)/.test(request.url())) asked.push(request.url())
    })
    await page.goto('/login')
    await expectForm(page)
    await usernameField(page).fill('student')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })

  await test.step('an account that has to be linked first leads the form to the binding page', async () => {
    await page.route(LOGIN, (route) =>
      route.fulfill({
        json: { status: 400, code: 'not_bound', message: '', data: { id: 'b'.repeat(43), openid: 'o1' } },
      }),
    )
    await passwordField(page).fill(PASSWORD)
    await signInButton(page).click()
    await expect(page).toHaveURL(`/bind/?id=${'b'.repeat(43)}&openid=o1`)
    await expect(page.getByRole('heading', { level: 1, name: 'Link your account' })).toBeVisible()
  })
})

test('a desktop client that supplies no window gets one when the login is lost, and the page goes on once the user is back', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.assign(window, { portalHost: { kind: 'desktop-client' } }))
  await startSession(page, 'teacher')
  await page.goto(FILES)
  // The page's own calls are over: none of them is to lose the login first.
  await expect(page.getByRole('table').or(page.getByText('这里还没有文件'))).toBeVisible()
  await page.getByRole('button', { name: '新建文件夹' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('登录后继续')
  const opening = context.waitForEvent('page')
  await context.clearCookies()
  await page.keyboard.press('Enter')
  const relogin = await opening
  await expect(relogin).toHaveURL('/needtologinpagerelogin')
  await expectForm(relogin)
  await sendLogin(relogin, 'teacher', PASSWORD)
  await expect(appIcons(pageRoot(relogin)).first()).toBeVisible()
  await relogin.close()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('link', { name: '登录后继续', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a native app signs in with its client before any form, and is told to log out where that is refused', async ({
  page,
  context,
  portal,
  playwright,
}) => {
  const owner = await playwright.request.newContext({ baseURL: portal.url })
  const headers = { 'x-portal-device': 'pc', origin: portal.url }
  await owner.post('/api/uaa/oauth/login', { headers, form: { username: 'teacher', password: PASSWORD } })
  const registered = await owner.post('/api/uaa/oauth/user_client', {
    headers,
    form: { name: 'App', password: PASSWORD },
  })
  const { userClientId } = (await registered.json()).data
  await owner.dispose()
  await context.addInitScript((id) => {
    const told: string[] = []
    const host = { kind: 'native-app', userClientId: id, onLogout: () => told.push('logout') }
    Object.assign(window, { told, portalHost: host })
    const look = () => {
      if (document.querySelector<HTMLElement>('input[name=username]')?.offsetParent)
        Object.assign(window, { sawForm: true })
      requestAnimationFrame(look)
    }
    look()
  }, userClientId)
  const told = () => page.evaluate((): unknown => Reflect.get(window, 'told'))

  for (const address of ['/', '/login', FILES]) {
    await loseSession(page)
    await page.goto(address)
    await expect(address === FILES ? files(page) : appIcons(pageRoot(page)).first()).toBeVisible()
    expect(await page.evaluate(() => 'sawForm' in window)).toBe(false)
    expect(await told()).toEqual([])
    await page.evaluate(() => localStorage.clear())
  }

  await loseSession(page)
  await page.route('**/api/uaa/oauth/login_user_client', (route) =>
    route.fulfill({ json: { status: 403, code: 'login.secret_invalid', message: '' } }),
  )
  await page.goto(FILES)
  await expectForm(page)
  await expect(page).toHaveURL(/\/login\?redirect_uri=/)
  expect(await told()).toEqual(['logout'])
})

test('a desktop client hears of the failure, and has no logout button', async ({ page, context }) => {
  await context.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, {
      opened,
      portalHost: { kind: 'desktop-client', openRelogin: (address: string) => opened.push(address) },
    })
  })
  await page.goto('/login?ticket=T-1')
  await expect(page.getByRole('alert')).toContainText('学校没有开放这种登录方式')
  expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toEqual(['/needtologinpagerelogin'])
  await page.goto('/needtologinpagerelogin')
  await sendLogin(page, 'teacher', PASSWORD)
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await expect(await findTool(page, '语言')).toBeVisible()
  await expect(await findTool(page, '退出')).toHaveCount(0)
})

test('a native app is told to log out, and its calls say that they come from an app', async ({ page, context }) => {
  await context.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told, portalHost: { kind: 'native-app', onLogout: () => told.push('logout') } })
  })
  await page.goto('/login?state=oidc&token=t')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual(['logout'])
  const sent = page.waitForRequest(LOGIN)
  await sendLogin(page, 'teacher', PASSWORD)
  expect((await sent).headers()['x-portal-device']).toBe('app')
})
