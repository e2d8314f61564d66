import type { Page } from '@playwright/test'

/** Opens a section of the administration by its name; in a narrow window the sections are behind a button. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.locator('.ad-sections')
  // Only then is known whether the button is shown.
  await sections.waitFor()
  const menu = sections.locator('.ad-sections__menu')
  if (await menu.isVisible()) await menu.click()
  await sections.getByRole('link', { name, exact: true }).click()
}
