import { expect, type Page } from '@playwright/test'

/** What is said of a drag: in dnd-kit's own live region, which has no name. */
export const saidOfDrag = (page: Page) => page.locator('[id^=DndLiveRegion]')

/** It is said with `text` that something is lifted, and the keys move it: dnd-kit hears them in a task of its own, and the browser prefers keys to such tasks. */
export async function expectLifted(page: Page, text: string): Promise<void> {
  await expect(saidOfDrag(page).filter({ hasText: text })).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
