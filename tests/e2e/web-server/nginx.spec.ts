import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { hasNginx, type RunningNginx, startDocumentedNginx } from '../../support/process/documented-nginx.ts'
import { type PortalProcess, startPortal } from '../../support/process/portal-process.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, popNothingUp, signInByForm, test } from '../fixtures.ts'
import { fillDataFolder } from '../template.ts'
import { choose, MB, uploadRows } from '../../support/browser/upload-files.ts'
import { appIcons } from '../../support/browser/icons.ts'

// The portal behind nginx with the configuration of docs/operate/install.md, and at an address of numbers.

test.skip(!hasNginx(), 'nginx and openssl are not installed')
// The two start while the machine is busy with other portals.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const IPV6 = '[::1]'
const FILES = '/pages/files/pc_files_tm/index.html'
const STREAM = '/api/base/live/events'

let folder: string
let portal: PortalProcess
let nginx: RunningNginx

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-behind-'))
  await fillDataFolder(folder)
  const port = await findFreePort()
  // The host too, so that what a visitor writes would count if nginx let it pass.
  const env = { HOST: '::', PORTAL_TRUST_PROXY: '127.0.0.1', PORTAL_FORWARDED_HOST: 'yes' }
  portal = await startPortal({ dataFolder: folder, port, env })
  await usePortalData(folder, (database) =>
    database.asOwner((tx) =>
      tx.execute(
        sql`insert into unit_host (host, unit_id) select ${IPV6}, unit_id from unit_host where host = 'localhost'`,
      ),
    ),
  )
  nginx = await startDocumentedNginx(port)
})
test.afterAll(async () => {
  await nginx?.stop()
  await portal?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A browser at an address that takes the certificate of the test. */
async function visit(browser: Browser, baseURL: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, serviceWorkers: 'block' })
  await popNothingUp(context)
  return { context, page: await context.newPage() }
}

test('people sign in, receive what is new and upload 20 MB through nginx', async ({ browser }) => {
  const { page, context } = await visit(browser, `https://localhost:${nginx.port}`)
  await chooseEnglish(context)
  await signInByForm(page, 'staff')
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('portal_'))
  expect(cookies.length).toBeGreaterThan(0)
  expect(cookies.every(({ secure }) => secure)).toBe(true)

  await test.step('a message comes by the stream', async () => {
    await page.evaluate(async (address) => {
      const stream = new EventSource(address)
      const came = new Promise((resolve) => stream.addEventListener('message', ({ data }) => resolve(data)))
      Object.assign(window, { came })
      await new Promise((resolve) => stream.addEventListener('open', resolve))
    }, STREAM)
    const admin = await visit(browser, `https://localhost:${nginx.port}`)
    await signInByForm(admin.page, 'admin')
    const sent = await admin.page.request.post(publications.save.path, {
      headers: { 'x-portal-device': 'pc' },
      data: messageTo([1, 2, 3, 4], 'Through nginx'),
    })
    expect((await sent.json()).code).toBe('ok')
    expect(await page.evaluate(() => Reflect.get(window, 'came'))).toContain('counts')
    await admin.context.close()
  })

  await test.step('20 MB arrive whole', async () => {
    await page.goto(FILES)
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    await choose(page, [
      { name: 'lesson.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(20 * MB, 'lesson') },
    ])
    await expect(page.getByRole('link', { name: 'Download lesson.bin' })).toBeVisible({ timeout: 60_000 })
  })

  const requests = await nginx.requests()
  // 499: the page was left before the answer.
  expect(requests.filter(({ status }) => status >= 400 && ![401, 404, 499].includes(status))).toEqual([])
  expect(requests.filter(({ path }) => path === '/zuul/api/storage/file_piecewise/upload').length).toBeGreaterThan(8)
  await context.close()
})

test('what a visitor writes about address, scheme and host does not come through nginx', async ({ browser }) => {
  const { context } = await visit(browser, `https://localhost:${nginx.port}`)
  const headers = {
    'x-portal-device': 'pc',
    'x-forwarded-for': '203.0.113.66',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'ginkgo.localhost',
    forwarded: 'for=203.0.113.66;proto=http;host=ginkgo.localhost',
  }
  const unit = async (given: Record<string, string>) =>
    (await (await context.request.get('/api/uaa/oauth/login/unit_config', { headers: given })).json()).data.unitId
  expect(await unit(headers)).toBe(await unit({}))
  const form = { username: 'teacher', password: PASSWORD }
  const answer = await context.request.post('/api/uaa/oauth/login', { headers, form })
  expect((await answer.json()).code).toBe('ok')
  const { rows } = await usePortalData(folder, (database) =>
    database.asOwner((tx) => tx.execute(sql`select distinct address from sign_in_event`)),
  )
  expect(rows.map(({ address }) => address)).not.toContain('203.0.113.66')
  await context.close()
})

test('a third party’s request as long as the documentation allows gets through nginx, both ways', async ({
  browser,
}) => {
  const { context } = await visit(browser, `https://localhost:${nginx.port}`)
  const parameters = { client_id: 'timetable', response_type: 'code', state: 's'.repeat(4090), nonce: 'n'.repeat(4090) }
  const posted = await context.request.post('/oidc/authorize', { form: parameters, maxRedirects: 0 })
  expect([303, 400]).toContain(posted.status())
  const asked = await context.request.get('/oidc/authorize', { params: parameters, maxRedirects: 0 })
  expect([200, 303, 400]).toContain(asked.status())
  expect(asked.headers()['x-content-type-options']).toBe('nosniff')
  await context.close()
})

test('a body that nginx refuses for its size says whom to tell, in both languages', async ({ browser }) => {
  const strict = await startDocumentedNginx(portal.port, [['client_max_body_size 51m', 'client_max_body_size 100k']])
  const words = {
    'zh-CN': /没有送到门户：门户前面的网页服务器（代理）不收这么大的内容。请告诉平台负责人：上限至少要 51 MB/,
    en: /did not reach the portal: the web server \(proxy\) in front of it does not accept this much\. Tell the operator of the portal: its limit must be at least 51 MB/,
  }
  for (const language of ['zh-CN', 'en'] as const) {
    const { page, context } = await visit(browser, `https://localhost:${strict.port}`)
    if (language === 'en') await chooseEnglish(context)
    await signInByForm(page, 'staff')
    await page.goto(FILES)
    await choose(
      page,
      [{ name: `film-${language}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.alloc(3 * MB, language) }],
      /^(Upload files|上传文件)$/,
    )
    const rows = await uploadRows(page)
    await expect(rows.filter({ hasText: `film-${language}.bin` }).getByText(words[language])).toBeVisible()
    await context.close()
  }
  await strict.stop()
})

test('a school is reached by an IPv6 address: sign-in, live changes, and why passkeys do not work', async ({
  browser,
  tolerate,
}) => {
  tolerate(AWAY)
  const { page, context } = await visit(browser, `http://${IPV6}:${portal.port}`)
  await chooseEnglish(context)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Passkeys do not work at this address' })).toBeVisible()
  const stream = page.waitForResponse((response) => response.url().endsWith(STREAM) && response.status() === 200)
  await signInByForm(page, 'staff')
  await stream
  expect(new URL(page.url()).host).toBe(`${IPV6}:${portal.port}`)
  await page.reload()
  await expect(appIcons(page).first()).toBeVisible()
  await context.close()
})
