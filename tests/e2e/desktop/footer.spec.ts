import type { Page } from '@playwright/test'
import { PASSWORD, chooseEnglish, expect, signInByForm, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// The documents here are altered on their way, which a service worker would keep from happening.
test.use({ serviceWorkers: 'block' })

const HELP = 'https://help.example.test/start'

type Unit = Record<string, unknown>

/** Delivers the document, and what the login asks about the unit, as if the unit had decorated itself otherwise. */
async function decorate(page: Page, change: (unit: Unit) => void): Promise<void> {
  await page.context().route('**/api/uaa/oauth/login/unit_config*', async (route) => {
    const response = await route.fetch()
    const json: { data: Unit } = await response.json()
    change(json.data)
    await route.fulfill({ response, json })
  })
  await page.context().route(
    (url) => url.pathname === '/login' || url.pathname === '/',
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /(id="portal-unit">)([^<]*)(<)/,
        (_, before: string, json: string, after: string) => {
          const unit: Unit = JSON.parse(json)
          change(unit)
          return before + JSON.stringify(unit).replaceAll('<', String.raw`\u003c`) + after
        },
      )
      await route.fulfill({ response, body })
    },
  )
}

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  1,
)) {
  test(`each unit’s footer shows its own copyright, text and filing (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const help = language === 'en' ? 'Help centre' : '帮助中心'
    const versions = language === 'en' ? 'Version information' : '版本信息'
    await signInByForm(page, 'parent')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('© 河畔实验学校 Riverside School')
    await expect(footer.getByRole('link', { name: /信息中心/ })).toHaveAttribute('href', 'https://basic.smartedu.cn')
    await expect(footer.getByRole('link', { name: /^春ICP备/ })).toHaveAttribute('href', 'https://beian.miit.gov.cn')
    await expect(footer.getByRole('link', { name: /公网安备/ })).toBeVisible()
    await expect(footer.locator('img')).toHaveCount(1)
    await expect(footer.getByRole('button', { name: help })).toHaveCount(0)
    await expect(footer.getByRole('button', { name: versions })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await page.goto(`http://area.localhost:${portal.port}/login`)
    await page.locator('input[name=username]').fill('staff')
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await expect(footer).toContainText('© 春江区教育局')
    await expect(footer.getByRole('link', { name: /^春ICP备/ })).toHaveCount(0)
    await expect(footer.getByRole('button', { name: help })).toBeVisible()
  })
}

test('the help centre gets a secret that signs in once, where the unit allows it, and never a session’s token', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await decorate(page, (unit) => {
    unit['decorationSet'] = JSON.stringify({ footerMsg: { show: true, helpCenter: true, helpCenterUrl: HELP } })
  })
  await context.route(`${HELP}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Help</title>' }))
  await signInByForm(page, 'parent')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Help centre' }).click()
  const help = await opening
  await help.waitForURL(`${HELP}*`)
  const { searchParams } = new URL(help.url())
  expect(searchParams.get('redUrl')).toBe(page.url().split(/[?#]/)[0])
  expect(searchParams.get('unitId')).toMatch(/^[\da-f-]{36}$/)
  expect(await help.evaluate(() => window.opener)).toBeNull()

  const secret = searchParams.get('accessToken') ?? ''
  const cookies = await context.cookies()
  expect(cookies.map(({ value }) => value)).not.toContain(secret)
  const visitor = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  const signInWith = async () => {
    const answer = await visitor?.request.post('/api/uaa/oauth/relogin', {
      form: { accessToken: secret },
      headers: { origin: new URL(page.url()).origin, 'x-portal-device': 'pc' },
    })
    return Object(await answer?.json()).status
  }
  expect(await signInWith()).toBe(200)
  expect(await signInWith()).not.toBe(200)
  await visitor?.close()
})

test('without that way in the help centre is told the unit and the page alone', async ({ page, context }) => {
  await chooseEnglish(context)
  await decorate(page, (unit) => {
    unit['signInWays'] = {}
    unit['decorationSet'] = JSON.stringify({ footerMsg: { show: true, helpCenter: true, helpCenterUrl: HELP } })
  })
  await context.route(`${HELP}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Help</title>' }))
  await signInByForm(page, 'parent')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Help centre' }).click()
  const help = await opening
  await help.waitForURL(`${HELP}*`)
  expect([...new URL(help.url()).searchParams.keys()].toSorted()).toEqual(['redUrl', 'unitId'])
})

test('a host’s own help is called in place of the help centre', async ({ page, context }) => {
  await chooseEnglish(context)
  await context.addInitScript(() => {
    const host = { kind: 'desktop-client', openHelp: () => document.body.setAttribute('data-helped', '') }
    Object.assign(window, { portalHost: host })
  })
  await decorate(page, (unit) => {
    unit['decorationSet'] = JSON.stringify({ footerMsg: { show: true, helpCenter: true } })
  })
  await signInByForm(page, 'parent')
  await page.getByRole('button', { name: 'Help centre' }).click()
  await expect(page.locator('body[data-helped]')).toHaveCount(1)
  expect(context.pages()).toHaveLength(1)
})

test('there is a footer without decoration, and none where the decoration does not say so', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  let decoration: string | null = null
  await decorate(page, (unit) => {
    unit['decorationSet'] = decoration
  })
  await signInByForm(page, 'parent')
  await expect(page.getByRole('contentinfo')).toContainText(/© 2012–20\d\d/)
  decoration = JSON.stringify({ footerMsg: { copyright: 'Hidden' } })
  await page.goto('/login')
  await signInByForm(page, 'parent')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})
