import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures.ts'
import { uploadRows } from '../../../support/browser/upload-files.ts'

/** What an upload says of itself when it does not move. */
export const WAITS = {
  network: 'Waiting for the network',
  file: 'Choose this file again',
  failed: 'Not finished',
} as const

/** An upload in the tray. */
export async function uploadRow(page: Page, name: string): Promise<Locator> {
  return (await uploadRows(page)).filter({ hasText: name })
}

/** Waits until an upload says something. */
export async function waitForWords(page: Page, name: string, words: string): Promise<void> {
  await expect(await uploadRow(page, name)).toContainText(words)
}

/** Waits until the list of files has it. */
export async function waitForFile(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
}

export async function pressRetry(page: Page, name: string): Promise<void> {
  await (await uploadRow(page, name)).getByRole('button', { name: 'Try again' }).click()
}
