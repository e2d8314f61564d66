import type { Request } from '@playwright/test'
import { switchLogin } from '../../../contract/calls/session.ts'
import { events } from '../../../contract/calls/live.ts'
import { test } from '../../support/browser/altered-portal.ts'
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
  // Longer than the page waits for other tabs' calls: this one is its own.
  await page.clock.fastForward(5000)
  await expect(page.getByRole('button', { name: 'Switch role' })).toBeVisible()
  altered.release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user')).catch(() => ofTeacher)).not.toBe(ofTeacher)
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
})
