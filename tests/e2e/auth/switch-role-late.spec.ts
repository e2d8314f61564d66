import type { Page, Request } from '@playwright/test'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import * as live from '../../../contract/endpoints/live.ts'
import { test } from '../../support/browser/altered-portal.ts'
import { iconNames } from '../../support/browser/kept-on-device.ts'
import { chooseEnglish, expect, signIn } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

test.use({ serviceWorkers: 'allow' })

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

test('the stream tells of the old session’s end before the switch is answered: nobody is signed out, and another tab waits as long as it takes', async ({
  page,
  context,
  altered,
}) => {
  await chooseEnglish(context)
  await page.clock.install()
  const listens = page.waitForResponse(`**${live.events.path}`)
  await signIn(page, 'teacher')
  await listens
  const userBefore = await page.evaluate(() => localStorage.getItem('user'))
  const other = await context.newPage()
  await other.goto('/')
  await expect(appIcons(pageRoot(other)).first()).toBeVisible()
  // Those of a parent are others.
  const ofTeacher = await iconNames(other)
  // Its part of the live stream is loaded once it has nothing better to do.
  const hears = hearsOfEnd(other)
  await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  altered.hold(new RegExp(session.switchLogin.path), 'answer')
  const asked: string[] = []
  other.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isStream = (request: Request) => request.url().endsWith(live.events.path)
  // The server ends it, or the page does when it hears that its session is over: whichever is faster.
  const streamEnds = Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ])
  await (await findTool(page, 'Switch role')).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Parent' }).click()
  await expect.poll(() => altered.held()).toBe(1)

  await test.step('the page does not take its session to be over', async () => {
    await streamEnds
    await hears
    // Longer than a page asks until it does.
    await page.clock.fastForward(5000)
    await expect(await findTool(page, 'Switch role')).toBeVisible()
  })

  await test.step('another tab waits for the switch as long as it takes', async () => {
    await other.clock.fastForward(60_000)
    await other.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked).not.toContain(session.me.path)
  })

  await test.step('both follow to the account after it', async () => {
    altered.release()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('user')).catch(() => userBefore))
      .not.toBe(userBefore)
    for (const tab of [page, other]) {
      await expect.poll(() => iconNames(tab).catch(() => ofTeacher)).not.toEqual(ofTeacher)
      await expect(appIcons(pageRoot(tab)).first()).toBeVisible()
      await expect(tab).not.toHaveURL(/\/login/)
    }
  })
})
