import type { BrowserContext, Page } from '@playwright/test'
import { chooseEnglish, expect, signIn, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

const HELP = 'https://help.example.test/start'

const decorated = (footer: Record<string, unknown>) => JSON.stringify({ footerMsg: { show: true, ...footer } })

test.beforeEach(({ context }) => chooseEnglish(context))

/** Presses the button of the help centre, and returns the page that it opens. */
async function openHelp(page: Page, context: BrowserContext): Promise<Page> {
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Help centre' }).click()
  const help = await opening
  await help.waitForURL((url) => url.href.startsWith(HELP) || url.pathname.startsWith('/help/'))
  return help
}

test('a unit’s footer shows its own copyright, text and filing', async ({ page }) => {
  await signIn(page, 'parent')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('© 河畔实验学校 Riverside School')
  await expect(footer.getByRole('link', { name: /信息中心/ })).toHaveAttribute('href', 'https://basic.smartedu.cn')
  await expect(footer.getByRole('link', { name: /^春ICP备/ })).toHaveAttribute('href', 'https://beian.miit.gov.cn')
  await expect(footer.getByRole('link', { name: /公网安备/ })).toBeVisible()
  await expect(footer.getByRole('presentation')).toHaveCount(1)
  await expect(footer.getByRole('button', { name: 'Help centre' })).toBeVisible()
  await expect(footer.getByRole('button', { name: 'Version information' })).toBeVisible()
  // On a phone all of it is as high as a finger needs.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const target of await footer.getByRole('link').or(footer.getByRole('button')).all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('the login leads to the portal’s own help in the language that is shown', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Help centre' })).toHaveAttribute('href', '/help/index.en.html')
})

test('the footer and its help centre are as the unit decorates them', async ({ page, context, browser, portal }) => {
  let decoration: string | null = decorated({ helpCenter: true, helpCenterUrl: HELP })
  let mayRelogin = true
  await alterUnit(page, (unit) => {
    unit['decorationSet'] = decoration
    if (!mayRelogin) unit['signInWays'] = {}
  })
  await context.route(`${HELP}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Help</title>' }))
  await signIn(page, 'parent')

  await test.step('the help centre gets a secret that signs in once, where the unit allows it, and never a session’s token', async () => {
    const help = await openHelp(page, context)
    const { searchParams } = new URL(help.url())
    expect(searchParams.get('redUrl')).toBe(page.url().split(/[?#]/)[0])
    expect(searchParams.get('unitId')).toMatch(/^[\da-f-]{36}$/)
    expect(await help.evaluate(() => window.opener)).toBeNull()

    const secret = searchParams.get('accessToken') ?? ''
    const cookies = await context.cookies()
    expect(cookies.map(({ value }) => value)).not.toContain(secret)
    const visitor = await browser.newContext()
    const signInWith = async () => {
      const answer = await visitor.request.post(`${portal.url}/api/uaa/oauth/relogin`, {
        form: { accessToken: secret },
        headers: { origin: portal.url, 'x-portal-device': 'pc' },
      })
      return Object(await answer.json()).status
    }
    expect(await signInWith()).toBe(200)
    expect(await signInWith()).not.toBe(200)
    await visitor.close()
    await help.close()
  })

  await test.step('without that way in the help centre is told the unit and the page alone', async () => {
    mayRelogin = false
    await page.reload()
    const help = await openHelp(page, context)
    expect([...new URL(help.url()).searchParams.keys()].toSorted()).toEqual(['redUrl', 'unitId'])
    await help.close()
  })

  await test.step('without a help centre of the unit the portal’s own guide for parents opens, in their language', async () => {
    decoration = decorated({ helpCenter: true })
    await page.reload()
    const help = await openHelp(page, context)
    await expect(help.getByRole('heading', { level: 1, name: 'The portal for parents' })).toBeVisible()
    expect(await findViolations(help)).toEqual([])
    await help.getByRole('link', { name: '中文' }).click()
    await expect(help.getByRole('heading', { level: 1, name: '家长使用说明' })).toBeVisible()
    const pictures = help.getByRole('img')
    for (const picture of await pictures.all()) await expect(picture).toHaveJSProperty('complete', true)
    expect(
      await pictures.evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.naturalWidth > 0)),
    ).not.toContain(false)
    await help.close()
  })

  await test.step('a host’s own help is called in place of the help centre', async () => {
    await context.addInitScript(() => {
      const host = { kind: 'desktop-client', openHelp: () => Object.assign(window, { helped: true }) }
      Object.assign(window, { portalHost: host })
    })
    decoration = decorated({ helpCenter: true })
    await page.reload()
    await page.getByRole('button', { name: 'Help centre' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'helped'))).toBe(true)
    expect(context.pages()).toHaveLength(1)
  })

  await test.step('there is a footer without decoration, and none where the decoration does not say so', async () => {
    decoration = null
    await page.reload()
    await expect(page.getByRole('contentinfo')).toContainText(/© 2012–20\d\d/)
    decoration = JSON.stringify({ footerMsg: { copyright: 'Hidden' } })
    await page.reload()
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  })
})
