import { switchLogin } from '../../contract/calls/session.ts'
import { events } from '../../contract/calls/live.ts'
import { test } from './altered-portal.ts'
import { chooseEnglish, expect, signIn } from './fixtures.ts'

test('the stream tells of the old session’s end before the switch is answered, and nobody is signed out', async ({
  page,
  context,
  altered,
}) => {
  await chooseEnglish(context)
  const listens = page.waitForResponse(`**${events.path}`)
  await signIn(page, 'teacher')
  await listens
  const ofTeacher = await page.evaluate(() => localStorage.getItem('user'))
  altered.hold(new RegExp(switchLogin.path), 'answer')
  const streamEnds = page.waitForEvent('requestfinished', (request) => request.url().endsWith(events.path))
  await page.getByRole('button', { name: 'Switch role' }).click()
  await page.getByRole('menuitem', { name: 'Parent' }).click()
  await expect.poll(() => altered.held()).toBe(1)
  await streamEnds
  // Longer than the page waits for other tabs' calls: this one is its own.
  const asked = page.waitForRequest('**/api/uaa/oauth/logout', { timeout: 5000 }).then(
    () => true,
    () => false,
  )
  expect(await asked).toBe(false)
  altered.release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user')).catch(() => ofTeacher)).not.toBe(ofTeacher)
  await expect(page.locator('#root [data-app-code]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
})
