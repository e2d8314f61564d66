import { request } from '@playwright/test'
import { SILENCE_MAX } from '../../../contract/endpoints/live.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { startFaultProxy } from '../../support/fakes/fault-proxy.ts'
import { OPERATORS } from '../../support/schools/operators.ts'
import { runUntilStream } from './run-until-stream.ts'
import { chooseEnglish, expect, PASSWORD, signInByForm, startSession, test } from '../fixtures.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'held-streams' })

const MINUTE = 60_000

test('where a proxy holds streams back a message reaches the bell all the same, and the operator is told', async ({
  browser,
  portal,
}) => {
  const proxy = await startFaultProxy(portal.url)
  const office = await request.newContext({ baseURL: portal.url })
  const headers = { origin: portal.url, 'x-portal-device': 'pc' }
  await office.post('/api/uaa/oauth/login', { form: { username: 'admin', password: PASSWORD }, headers })
  const publish = async () => {
    const data = messageTo([2], '通知', { importance: 4 })
    expect(await (await office.post(publications.save.path, { data, headers })).json()).toMatchObject({ status: 200 })
  }
  // What a proxy does that buffers: the head passes, and the content waits for more.
  proxy.hold(/live\/events/, 'content')
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1440, height: 900 } })
  await chooseEnglish(context)
  const page = await context.newPage()
  await page.clock.install()
  await startSession(page, 'teacher')
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Messages/ })
  await expect(bell).toBeVisible()
  await expect.poll(() => proxy.held()).toBe(1)
  const reported = page.waitForResponse(/live\/held/)
  // A page waits a few seconds for its stream.
  await page.clock.runFor(6000)
  await expect(bell).toHaveAccessibleName(/\d/)
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
  const before = await unread()

  await page.clock.runFor(SILENCE_MAX)
  expect(await (await reported).json()).toMatchObject({ status: 200 })
  await publish()
  await expect(async () => {
    await page.clock.runFor(MINUTE)
    await expect.poll(unread, { timeout: 2000 }).toBe(before + 1)
  }).toPass()

  await test.step('the operator reads it under Health', async () => {
    const operators = await browser.newContext({ baseURL: portal.url.replace('localhost', OPERATORS) })
    await chooseEnglish(operators)
    const health = await operators.newPage()
    await signInByForm(health, 'operator')
    await appIcon(health, 'administration').click()
    await health.getByRole('link', { name: 'Health', exact: true }).click()
    const group = health.getByRole('region', { name: /Live updates/ })
    await expect(group).toContainText('Needs attention')
    await expect(group.getByRole('definition')).toContainText(/^1\b.*proxy_buffering off/)
    await operators.close()
  })

  // The buffering is turned off, and the next attempt brings a stream: what follows arrives although every poll fails.
  proxy.release()
  await page.route(/unhandlecount/, (route) => route.abort())
  const opened = page.waitForResponse(/live\/events/)
  await runUntilStream(page)
  await opened
  await publish()
  await expect.poll(unread).toBe(before + 2)
  await context.close()
  await office.dispose()
  await proxy.close()
})
