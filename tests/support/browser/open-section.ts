import type { Page } from '@playwright/test'
import { sectionsOf } from './parts.ts'

/** Opens a section of the administration by its name; in a narrow window the sections are behind a button. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = sectionsOf(page)
  // Only then is known whether the button is shown.
  await sections.waitFor()
  const menu = sections.getByRole('button')
  if (await menu.isVisible()) await menu.click()
  await sections.getByRole('link', { name, exact: true }).click()
}
