import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, signInByForm, test, toldOnce } from '../fixtures.ts'
import { iconNames, isReadyForOffline, keptDesktops } from '../../support/browser/kept-on-device.ts'
import { LANGUAGES, refreshTokenOf, TEXTS } from './session-story.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { pageRoot, passwordField, signInButton, usernameField } from '../../support/browser/parts.ts'
import { appIcon, appIcons, iconsAnywhere } from '../../support/browser/icons.ts'

test('a desktop that was about to be kept is not kept after signing out', async ({ page }) => {
  const texts = TEXTS['zh-CN']
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = []
    Object.assign(window, {
      requestIdleCallback: (work: IdleRequestCallback) => waiting.push(work),
      grantIdle: () => waiting.splice(0).forEach((work) => work({ didTimeout: false, timeRemaining: () => 50 })),
    })
  })
  await signInByForm(page, 'teacher')
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${session.logout.path}*`, async (route) => {
    await held
    await route.fallback()
  })
  const told = page.waitForRequest(`**${session.logout.path}*`)
  await (await findTool(page, texts.logOut)).click()
  await page.getByRole('alertdialog').getByRole('button', { name: texts.confirm }).click()
  await told
  await page.evaluate(() => {
    const grant: unknown = Reflect.get(window, 'grantIdle')
    if (typeof grant === 'function') grant()
  })
  // What was granted asks the database before this does.
  expect(await keptDesktops(page)).toEqual([])
  answer()
  await expect(page).toHaveURL(/\/login$/)
  expect(await keptDesktops(page)).toEqual([])
})

for (const [language, width] of toldOnce(PLACES, 1)) {
  const texts = TEXTS[language]

  test(`a server that goes away in the middle of a login is named, and the form works when it is back (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width, height: 800 })
    const [username, password] = [page.getByLabel(texts.username), page.getByLabel(texts.password, { exact: true })]
    const submit = page.getByRole('button', { name: texts.submit, exact: true })

    await test.step('a login that was sent before the page’s script came ends on the form', async () => {
      let arrive: () => void = () => {}
      const held = new Promise<void>((resolve) => (arrive = resolve))
      const asked = new Set<string>()
      const fetched = new Set<string>()
      await page.route('**/assets/*.js', async (route) => {
        const name = new URL(route.request().url()).pathname
        asked.add(name)
        // The picture beside the form is asked for once the script is there, when the server is away.
        const response = await route.fetch().catch(() => null)
        if (!response) return route.abort()
        fetched.add(name)
        await held
        await route.fulfill({ response })
      })
      await page.goto('/login', { waitUntil: 'commit' })
      await usernameField(page).fill('teacher')
      await passwordField(page).fill(PASSWORD)
      // The desktop's script is asked for last.
      await expect
        .poll(() => [...fetched].some((name) => name.includes('Shell')) && fetched.size === asked.size)
        .toBe(true)
      portal.freeze()
      const sent = page.waitForRequest(`**${session.login.path}`)
      await signInButton(page).click()
      await sent
      await portal.kill()
      arrive()
      await expect(page.getByRole('alert')).toHaveText(texts.noNetwork)
      await expect(username).toHaveValue('teacher')
      await expect(password).toHaveValue(PASSWORD)
      await portal.start()
      // Scripts for later may still be on their way.
      await page.unrouteAll({ behavior: 'wait' })
    })

    await test.step('and so does one that was sent by the script', async () => {
      portal.freeze()
      const sent = page.waitForRequest(`**${session.login.path}`)
      await submit.click()
      await sent
      await expect(submit).toBeDisabled()
      await portal.kill()
      await expect(page.getByRole('alert')).toHaveText(texts.noNetwork)
      await expect(username).toHaveValue('teacher')
      await expect(password).toHaveValue(PASSWORD)
      await expect(password).toBeFocused()
      await expect(submit).toBeEnabled()
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_access')
    })

    await portal.start()
    await submit.click()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  })
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  for (const language of toldOnce(LANGUAGES, 0)) {
    const texts = TEXTS[language]

    test(`signing out in one tab leaves nothing of the person in the other (${language})`, async ({
      page,
      context,
    }) => {
      if (language === 'en') await chooseEnglish(context)
      await signInByForm(page, 'teacher')
      await appIcon(pageRoot(page), 'files').click()
      await page.getByRole('button', { name: texts.newFolder }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(`Private ${language}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: `Private ${language}`, exact: true })).toBeVisible()
      const { data } = await (await page.request.get(session.me.path)).json()
      const other = await context.newPage()
      await other.goto('/')
      await expect.poll(async () => (await iconNames(other)).length).toBeGreaterThan(0)

      await (await findTool(other, texts.logOut)).click()
      await other.getByRole('alertdialog').getByRole('button', { name: texts.confirm }).click()
      for (const tab of [page, other]) {
        await expect(tab).toHaveURL(/\/login$/)
        await expect(tab.getByLabel(texts.username)).toBeEditable()
        await expect(tab.getByLabel(texts.username)).toHaveValue('')
        await expect(iconsAnywhere(tab)).toHaveCount(0)
        expect(await tab.content()).not.toContain(data.realName)
        expect(await tab.content()).not.toContain(`Private ${language}`)
      }
      expect(await keptDesktops(page)).toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

      await page.goBack()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByLabel(texts.username)).toBeEditable()
      for (const secret of [data.realName, `Private ${language}`])
        await expect(page.getByRole('document')).not.toContainText(secret)
      expect(await (await page.request.get(session.me.path)).json()).toMatchObject({ status: 401 })
    })
  }

  test('signing out while the server is away is told to it as soon as it is back', async ({
    page,
    context,
    portal,
    playwright,
    tolerate,
  }) => {
    tolerate(AWAY)
    await signInByForm(page, 'teacher')
    await expect.poll(() => isReadyForOffline(page)).toBe(true)
    const token = await refreshTokenOf(context)
    portal.freeze()
    const told = page.waitForRequest(`**${session.logout.path}`)
    await (await findTool(page, '退出')).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await told
    await portal.kill()
    await expect(page.getByLabel('用户名')).toBeVisible()
    await expect(iconsAnywhere(page)).toHaveCount(0)
    await portal.start()
    const finished = page.waitForResponse(`**${session.logout.path}`)
    await page.goto('/')
    expect(await (await finished).json()).toMatchObject({ status: 200 })
    await expect(page.getByLabel('用户名')).toBeEditable()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_access')
    // Not only this browser: the session itself is over.
    const holder = await playwright.request.newContext({
      baseURL: portal.url,
      extraHTTPHeaders: { cookie: `portal_refresh=${token}` },
    })
    expect(await (await holder.get(session.refresh.path)).json()).toMatchObject({
      status: 401,
      code: 'session.expired',
    })
    await holder.dispose()

    // Signing out once more is nothing that is still due.
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.reload()
    await expect(page.getByRole('button', { name: '显示密码' })).toBeVisible()
    expect(paths).not.toContain(session.logout.path)
  })
})
