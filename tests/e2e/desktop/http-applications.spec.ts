import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { hasNginx, startDocumentedNginx } from '../../support/process/documented-nginx.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { startPortal, type PortalProcess } from '../../support/process/portal-process.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { AWAY, chooseEnglish, expect, PLACES, popNothingUp, signIn, startSession, test } from '../fixtures.ts'
import { fillDataFolder } from '../template.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

const NEW = '/pages/administration/pc_administration_tm/index.html#/applications/new'

const texts = {
  'zh-CN': {
    name: '中文名称',
    url: '网址',
    save: '保存',
    places: '只有平台负责人放行的地址能用：127.0.0.1',
    wrong: '门户没有放行',
    list: '应用',
    caution: '不要在里面输入门户的密码',
    elsewhere: '在单独的窗口中打开',
    open: '打开窗口',
    refused: '不允许别的网页把它嵌进去',
    secure: '不允许把它显示在加密的门户页面里',
    stale: '刷新后就能打开“老图书馆”',
    refresh: '刷新',
    desktop: '回到桌面',
    closed: '“老图书馆”现在不能打开',
    closedWhy: '平台负责人没有放行它的地址，或者已经取消放行',
  },
  en: {
    name: 'Name in Chinese',
    url: 'Address',
    save: 'Save',
    places: 'works only where the operator of the portal allows it: 127.0.0.1',
    wrong: 'the portal does not allow it',
    list: 'Apps',
    caution: 'do not enter your portal password in it',
    elsewhere: 'Open in a separate window',
    open: 'Open the window',
    refused: 'does not let other pages show it',
    secure: 'do not show such pages inside the portal',
    stale: 'Reload to open 老图书馆',
    refresh: 'Reload',
    desktop: 'Back to the desktop',
    closed: '老图书馆 cannot be opened now',
    closedWhy: 'the operator of the portal does not allow its address, or no longer does',
  },
} as const

/** An old server of a school, and what it was sent. */
interface OldServer {
  readonly address: string
  readonly seen: IncomingHttpHeaders[]
}

const servers: Server[] = []
async function startOldServer(headers: Record<string, string>): Promise<OldServer> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(302, { ...headers, location: '/library/' }).end()
    // Such as the icon of a tab, whose request names the page.
    if (request.url !== '/library/') return response.writeHead(204).end()
    seen.push(request.headers)
    return response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end('<!doctype html><html lang="en"><title>Library</title><h1>Old library</h1><p>Books</p></html>')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

let folder: string
let port: number
let portal: PortalProcess | undefined
let open: OldServer
let closed: OldServer
const start = async (env: Record<string, string>) => {
  await portal?.stop()
  portal = await startPortal({ dataFolder: folder, port, env })
}
const RULE = { PORTAL_HTTP_APPLICATIONS: '127.0.0.1' }

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-http-'))
  port = await findFreePort()
  await fillDataFolder(folder)
  open = await startOldServer({})
  closed = await startOldServer({ 'x-frame-options': 'SAMEORIGIN' })
  await start(RULE)
  // Else the demo school is reached there, as the old servers are.
  await usePortalData(folder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from unit_host where host = '127.0.0.1'`)),
  )
})
test.afterAll(async () => {
  await portal?.stop()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

async function visit(browser: Browser, [language, width]: readonly [string, number], baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  if (language === 'en') await chooseEnglish(context)
  await popNothingUp(context)
  return context.newPage()
}

const iconOf = (page: Page, name: string) => appIcon(page, name)

async function lookAt(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

async function addClosed(page: Page, name: string): Promise<void> {
  const saved = await page.request.post(applications.save.path, {
    headers: { 'x-portal-device': 'pc' },
    data: {
      code: null,
      name,
      englishName: '',
      group: 'ZDYYYFL-JWGL',
      icon: freeIconPath('link'),
      opens: { kind: 'link', url: closed.address },
      audience: { userTypes: [], roleIds: [], classIds: [], campusIds: [] },
      endsOn: null,
      version: null,
    },
  })
  expect((await saved.json()).code).toBe('ok')
}

for (const place of PLACES) {
  const [language, width] = place
  test(`an application on plain http is shown within the portal where its server allows it, and closed when the operator withdraws it (${language}, ${width} px)`, async ({
    browser,
  }) => {
    const text = texts[language]
    const url = `http://localhost:${port}`
    await start(RULE)
    await usePortalData(folder, (database) =>
      database.asOwner((tx) => tx.execute(sql`delete from application where own`)),
    )
    open.seen.length = 0
    const early = await visit(browser, place, url)
    await signIn(early, 'staff')

    await test.step('the form says where plain http is allowed, and why it is refused elsewhere', async () => {
      const admin = await visit(browser, place, url)
      await startSession(admin, 'admin')
      await admin.goto(NEW)
      await admin.getByLabel(text.name).fill('老图书馆')
      await expect(admin.getByText(text.places)).toBeVisible()
      await admin.getByLabel(text.url, { exact: true }).fill('http://192.168.3.20:8080/library')
      await admin.getByRole('button', { name: text.save }).click()
      await expect(admin.getByText(text.wrong)).toBeVisible()
      await expect(admin.getByLabel(text.url, { exact: true })).toBeFocused()
      await lookAt(admin)
      await admin.getByLabel(text.url, { exact: true }).fill(open.address)
      await admin.getByRole('button', { name: text.save }).click()
      await expect(admin.getByRole('heading', { level: 1, name: text.list, exact: true })).toBeVisible()
      await addClosed(admin, '老餐厅')
      await admin.context().close()
    })

    await test.step('its page stands in the portal, and is sent nothing of the person', async () => {
      const page = await visit(browser, place, url)
      await signIn(page, 'teacher')
      await iconOf(page, '老图书馆').click()
      await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Old library' })).toBeVisible()
      await expect(page.getByText(text.caution)).toBeVisible()
      await lookAt(page)
      const popup = page.waitForEvent('popup')
      await page.getByRole('link', { name: text.elsewhere }).click()
      await expect((await popup).getByRole('heading', { name: 'Old library' })).toBeVisible()
      for (const headers of open.seen) {
        expect(headers.cookie).toBeUndefined()
        expect(headers.referer).toBeUndefined()
        expect(headers.authorization).toBeUndefined()
      }
      await page.context().close()
    })

    await test.step('one whose server refuses frames has a window of its own', async () => {
      const page = await visit(browser, place, url)
      await signIn(page, 'student')
      await iconOf(page, '老餐厅').click()
      await expect(page.getByText(text.refused)).toBeVisible()
      await expect.poll(() => page.frames().length).toBe(1)
      await lookAt(page)
      const popup = page.waitForEvent('popup')
      await page.getByRole('link', { name: text.open }).click()
      await expect((await popup).getByRole('heading', { name: 'Old library' })).toBeVisible()
      await page.context().close()
    })

    await test.step('a page from before offers a refresh, and then shows it', async () => {
      await iconOf(early, '老图书馆').click()
      await expect(early.getByRole('heading', { name: text.stale })).toBeVisible()
      await lookAt(early)
      await early.getByRole('button', { name: text.refresh }).click()
      await expect(early.frameLocator('iframe').getByRole('heading', { name: 'Old library' })).toBeVisible()
    })

    await test.step('without the rule it says why it does not open', async () => {
      await start({})
      await early.goto('/pages/base/pc_desktop_all/index.html')
      await iconOf(early, '老图书馆').click()
      await expect(early.getByRole('heading', { name: text.closed })).toBeVisible()
      await expect(early.getByText(text.closedWhy)).toBeVisible()
      await lookAt(early)
      await early.getByRole('button', { name: text.desktop }).click()
      await expect(iconOf(early, '老图书馆')).toBeVisible()
      await early.context().close()
    })
  })
}

test('a portal on https says why such an application has a window of its own', async ({ browser, tolerate }) => {
  test.skip(!hasNginx(), 'nginx and openssl are not installed')
  tolerate(AWAY)
  await start({ ...RULE, PORTAL_TRUST_PROXY: '127.0.0.1' })
  const nginx = await startDocumentedNginx(port)
  try {
    const page = await visit(browser, PLACES[0], `https://localhost:${nginx.port}`)
    await signIn(page, 'teacher')
    const document = await page.request.get('/login')
    expect(document.headers()['content-security-policy']).not.toContain('frame-src')
    await iconOf(page, '老图书馆').click()
    await expect(page.getByText(texts['zh-CN'].secure)).toBeVisible()
    await expect.poll(() => page.frames().length).toBe(1)
    await lookAt(page)
    const popup = page.waitForEvent('popup')
    await page.getByRole('link', { name: texts['zh-CN'].open }).click()
    await expect((await popup).getByRole('heading', { name: 'Old library' })).toBeVisible()
    await page.context().close()
  } finally {
    await nginx.stop()
  }
})
