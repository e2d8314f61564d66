import type { Locator, Page } from '@playwright/test'

/** Up to this width the header is a phone's (header-room.ts). */
const PHONE = 640

/** Whether the page's window has a phone's header and bar. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? Infinity) <= PHONE
}

/** A tool of the header, by its name: on a phone in the sheet 'Me', and in a narrow header behind its last place; that is opened for it. */
export async function findTool(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' = 'button',
): Promise<Locator> {
  await page.locator('.h-bar').waitFor()
  const inBar = page.locator('.h-bar, .h-phone').getByRole(role, { name }).first()
  if (await inBar.isVisible()) return inBar
  const rows = page.locator('.h-rows')
  if (!(await rows.isVisible())) {
    const opener = isPhone(page) ? page.locator('.h-tab[data-place=me]') : page.locator('.h-more > button')
    // A header with room for all has no last place that leads to others: then the tool itself is yet to come.
    if (!(await opener.isVisible())) return inBar
    await opener.click()
  }
  return rows.getByRole(role, { name })
}
