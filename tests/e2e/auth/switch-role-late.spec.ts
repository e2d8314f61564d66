import type { Page, Request } from '@playwright/test'
import { me, switchLogin } from '../../../contract/endpoints/sign-in/session.ts'
import { events } from '../../../contract/endpoints/live.ts'
import { test } from '../../support/browser/altered-portal.ts'
import { iconNames } from '../../support/browser/kept-on-device.ts'
import { chooseEnglish, expect, signInByForm } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('the stream tells of the old session’s end before the switch is answered, and nobody is signed out', async ({
  page,
  context,
  altered,
}) => {
  await chooseEnglish(context)
  await page.clock.install()
  const listens = page.waitForResponse(`**${events.path}`)
  await signInByForm(page, 'teacher')
  await listens
  const ofTeacher = await page.evaluate(() => localStorage.getItem('user'))
  altered.hold(new RegExp(switchLogin.path), 'answer')
  const isStream = (request: Request) => request.url().endsWith(events.path)
  // The server ends it, or the page does when it hears that its session is over: whichever is faster.
  const streamEnds = Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ])
  await page.getByRole('button', { name: 'Switch role' }).click()
  await page.getByRole('menuitem', { name: 'Parent' }).click()
  await expect.poll(() => altered.held()).toBe(1)
  await streamEnds
  // Longer than a page asks until it takes the session to be over.
  await page.clock.fastForward(5000)
  await expect(page.getByRole('button', { name: 'Switch role' })).toBeVisible()
  altered.release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user')).catch(() => ofTeacher)).not.toBe(ofTeacher)
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
})

/** Resolves once a page's other tab has told it of the end of the session. */
function hearsOfEnd(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const { userId } = JSON.parse(localStorage.getItem('user') ?? '{}')
        new BroadcastChannel(`school-portal-live ${userId}`).addEventListener('message', ({ data }) => {
          if (data.said?.kind === 'signed-out') resolve()
        })
      }),
  )
}

test('another tab waits for the switch as long as it takes, and follows to the account after it', async ({
  page,
  context,
  altered,
}) => {
  await chooseEnglish(context)
  const listens = page.waitForResponse(`**${events.path}`)
  await signInByForm(page, 'teacher')
  await listens
  const other = await context.newPage()
  await other.clock.install()
  await other.goto('/')
  await expect(other.locator('#root [data-app-code]').first()).toBeVisible()
  // Those of a parent are others.
  const ofTeacher = await iconNames(other)
  // Its part of the live stream is loaded once it has nothing better to do.
  const hears = hearsOfEnd(other)
  await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  altered.hold(new RegExp(switchLogin.path), 'answer')
  const asked: string[] = []
  other.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Switch role' }).click()
  await page.getByRole('menuitem', { name: 'Parent' }).click()
  await expect.poll(() => altered.held()).toBe(1)
  await hears
  await other.clock.fastForward(60_000)
  await other.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(asked).not.toContain(me.path)
  altered.release()
  await expect.poll(() => iconNames(other).catch(() => ofTeacher)).not.toEqual(ofTeacher)
  await expect(other).not.toHaveURL(/\/login/)
  await expect.poll(() => iconNames(page).catch(() => ofTeacher)).not.toEqual(ofTeacher)
  await expect(page).not.toHaveURL(/\/login/)
})
