import type { Page, Request } from '@playwright/test'
import { unreadByCode } from '../../../contract/endpoints/desktop/desktop.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signIn, test } from '../fixtures.ts'
import { refreshTokenOf, TEXTS } from './session-story.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

const isCall = (request: Request, { path }: { path: string }) => new URL(request.url()).pathname === path

/** Puts an application in the place of Files that makes ten calls when its button is pressed, and shows how each ended. */
async function placeTenCalls(page: Page): Promise<void> {
  await page.route('**/files/manifest.json*', (route) =>
    route.fulfill({ json: { 'files.js': '/assets/ten-calls.js' } }),
  )
  const endpoint = { ...unreadByCode, request: undefined, response: undefined }
  await page.route('**/assets/ten-calls.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        // A schema that accepts every response: its data are not tested here.
        const endpoint = { ...${JSON.stringify(endpoint)}, response: { _zod: { run: (payload) => payload } } }
        export function mount(container, portal) {
          container.innerHTML = '<button>Ten calls</button><output aria-label="Ends"></output>'
          const [button, output] = container.children
          button.addEventListener('click', async () => {
            const calls = Array.from({ length: 10 }, (_, n) => portal.call(endpoint, { n: String(n) }))
            const ends = await Promise.allSettled(calls)
            output.textContent = ends.map(({ status }) => status).join(' ')
          })
          return () => container.replaceChildren()
        }`,
    }),
  )
}

test('ten calls whose access has run out wait for one renewal, and each is repeated and answered', async ({
  page,
  context,
  portal,
}) => {
  await placeTenCalls(page)
  await signIn(page, 'teacher')
  await appIcon(pageRoot(page), 'files').click()
  const button = page.getByRole('button', { name: 'Ten calls' })
  await expect(button).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (isCall(request, unreadByCode)) sent.push(new URL(request.url()).searchParams.get('n') ?? '')
    if (isCall(request, session.refresh)) sent.push('refresh')
  })

  for (const access of ['gone', 'not good any more'] as const) {
    await test.step(`the cookie is ${access}`, async () => {
      sent.length = 0
      let refused = 0
      let allRefused: () => void = () => {}
      const nineRefused = new Promise<void>((resolve) => (allRefused = resolve))
      const renewed = page.waitForResponse(`**${session.refresh.path}*`)
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
      await page.route(
        `**${session.refresh.path}*`,
        async (route) => {
          await nineRefused
          await route.continue()
        },
        { times: 1 },
      )

      if (access === 'gone') await context.clearCookies({ name: 'portal_access' })
      else await context.addCookies([{ name: 'portal_access', value: 'x'.repeat(43), url: portal.url, httpOnly: true }])
      await page.getByRole('status', { name: 'Ends' }).evaluate((output) => output.replaceChildren())
      await button.click()
      await expect(page.getByRole('status').filter({ hasText: /^(fulfilled ?){10}$/ })).toBeVisible()

      expect(sent.filter((what) => what === 'refresh')).toHaveLength(1)
      const numbers = Array.from({ length: 10 }, (_, n) => String(n))
      expect(sent.filter((what) => what !== 'refresh').toSorted()).toEqual(numbers.flatMap((n) => [n, n]))
      expect(sent.slice(0, 10)).not.toContain('refresh')
    })
  }
})

test('a refresh token that somebody else used ends the session for both, and the person is asked to sign in', async ({
  page,
  context,
  portal,
  playwright,
  tolerate,
}) => {
  tolerate(AWAY)
  const texts = TEXTS.en
  await chooseEnglish(context)
  // The stream would tell of the end by itself, and so would the counts that are asked for instead: the question would stand over the page before
  // anything is pressed there.
  await context.route(/live\/events|unhandlecount/, (route) => route.abort())
  await signIn(page, 'teacher')
  await appIcon(pageRoot(page), 'files').click()
  await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
  await page.getByRole('button', { name: texts.newFolder }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Kept')
  const stolen = await refreshTokenOf(context)
  const thief = await playwright.request.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { cookie: `portal_refresh=${stolen}` },
  })
  const first = await thief.get(session.refresh.path)
  expect(await first.json()).toMatchObject({ status: 200 })
  const tokens = first.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  const successor = tokens.map(({ value }) => /^portal_refresh=([^;]+)/.exec(value)?.[1]).find(Boolean)
  const asThief = (token = '') => thief.get(session.refresh.path, { headers: { cookie: `portal_refresh=${token}` } })
  const second = await asThief(successor)
  expect(await second.json()).toMatchObject({ status: 200 })

  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: texts.login })
  await expect(again).toBeVisible()
  expect(await (await asThief(successor)).json()).toMatchObject({ status: 401 })
  await thief.dispose()

  await again.getByLabel(texts.username).fill('teacher')
  await again.getByLabel(texts.password, { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: texts.submit }).click()
  await expect(page.getByRole('link', { name: 'Kept', exact: true })).toBeVisible()
  const events = await page.request.get('/api/uaa/account/sign_in_events')
  expect(JSON.stringify(await events.json())).toContain('token-reused')
})

test('a server that goes away in the middle of a renewal signs nobody out', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  const texts = TEXTS['zh-CN']
  await signIn(page, 'teacher')
  await appIcon(pageRoot(page), 'files').click()
  await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
  const token = await refreshTokenOf(context)
  await context.clearCookies({ name: 'portal_access' })
  await page.route(
    `**${session.refresh.path}*`,
    async (route) => {
      portal.freeze()
      await route.continue()
    },
    { times: 1 },
  )
  const renewing = page.waitForRequest(`**${session.refresh.path}*`)
  await page.getByRole('button', { name: texts.newFolder }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Later')
  await page.keyboard.press('Enter')
  await renewing
  await portal.kill()

  await expect(page.getByRole('status').filter({ hasText: texts.offline })).toBeVisible()
  await expect(page.getByRole('dialog', { name: texts.login })).toHaveCount(0)
  expect(await refreshTokenOf(context)).toBe(token)
  await portal.start()
  await expect(page.getByRole('status').filter({ hasText: texts.offline })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.newFolder })).toBeVisible()
  await expect(page.getByRole('dialog', { name: texts.login })).toHaveCount(0)
  const { data } = await (await page.request.get(session.me.path)).json()
  expect(data).toMatchObject({ loginName: 'teacher' })
  expect(await refreshTokenOf(context)).not.toBe(token)
})
