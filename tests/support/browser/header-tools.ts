import type { Locator, Page } from '@playwright/test'
import { headerTools, ownMenu, phoneBar, toolRows } from './parts.ts'

/** Up to this width the header is a phone's (header-layout.ts). */
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
  await headerTools(page).waitFor()
  // Wherever it is by the time of the call: a tool that comes late may find room in the bar, or push others out of it.
  const places = page.getByRole('banner').or(phoneBar(page))
  const anywhere = places.getByRole(role, { name }).filter({ visible: true }).first()
  if (await anywhere.isVisible()) return anywhere
  if (!(await toolRows(page).first().isVisible())) {
    const opener = ownMenu(page)
    // A header with room for all has no last place that leads to others: then the tool itself is yet to come.
    if (await opener.isVisible()) await opener.click()
  }
  return anywhere
}

/** Opens a parent's overview of all children: by its button, on a phone from the table of children. */
export async function openOverview(page: Page): Promise<void> {
  if (isPhone(page)) await (await findTool(page, /^(Choose child|选择孩子)/)).click()
  await page.getByRole('button', { name: /^(All children|所有孩子)/ }).click()
}
