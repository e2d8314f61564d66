import type { Page } from '@playwright/test'

/**
 * Ends the session of a page and forgets what the device keeps under these names, and leaves an empty page behind. The page
 * itself would hear of the end and go to the login, in the middle of what the test does next.
 */
export async function endSession(page: Page, ...forget: string[]): Promise<void> {
  const { origin } = new URL(page.url())
  await page.evaluate((names) => names.forEach((name) => localStorage.removeItem(name)), forget)
  await page.goto('about:blank')
  const headers = { 'x-portal-device': 'pc', origin }
  const answer = await page.context().request.post(`${origin}/api/uaa/oauth/logout`, { headers })
  if (!answer.ok()) throw new Error(`signing out was answered with ${answer.status()}`)
}
