import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { BrowserContext, FileChooser, Locator, Page } from '@playwright/test'
import { expect, startSession } from '../../e2e/fixtures.ts'

export const MB = 1024 * 1024

/** Writes a file of a size whose every 2 MB differ, and returns its SHA-256. */
export async function makeFile(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const block = randomBytes(2 * MB)
  for (let written = 0; written < size; written += block.length) {
    block.writeUInt32LE(written / block.length, 0)
    const part = block.subarray(0, Math.min(block.length, size - written))
    hash.update(part)
    await file.write(part)
  }
  await file.close()
  return hash.digest('hex')
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Signs in and opens the Files application, in English. */
export async function openFiles(page: Page): Promise<void> {
  await startSession(page, 'staff')
  await page.goto('/pages/files/pc_files_tm/index.html')
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
}

/** Presses a button that opens the choice of files, and chooses. */
export async function choose(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
  button: string | RegExp = 'Upload files',
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(files)
}

/** The tray, and the list in it. */
const TRAY = /^(Uploads|上传|上传任务)$/

/** The button that says how all uploads stand. */
export function uploadPill(page: Page): Locator {
  return page.getByRole('region', { name: TRAY }).getByRole('button', { name: /^(Uploads: |上传：)/ })
}

/** The rows of the uploads; opens the tray where it is closed, and keeps the pointer on it, or it folds when all is done. */
export async function uploadRows(page: Page): Promise<Locator> {
  const pill = uploadPill(page)
  await expect(pill).toBeVisible()
  const box = await pill.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const list = page.getByRole('list', { name: TRAY })
  // It may open by itself just before the press, which then closes it.
  while (!(await list.isVisible())) {
    if ((await pill.getAttribute('aria-expanded')) === 'false') await pill.click()
    await list.waitFor({ timeout: 2000 }).catch(() => undefined)
  }
  return list.getByRole('listitem')
}

/** The SHA-256 of a file of the list, as it is downloaded. */
export async function downloadDigest(page: Page, name: string): Promise<string> {
  const link = page.getByRole('link', { name: `Download ${name}` })
  const download = page.waitForEvent('download')
  // By the keyboard: in a long list the open tray may cover a part of the link.
  await link.press('Enter')
  return digestOf(await (await download).path())
}

/** The chunks of a context: lets a number of them through, holds the others until they are let go, and counts what the server took. */
export async function holdChunks(
  context: BrowserContext,
  through: number,
): Promise<{ letGo(): void; taken(): number }> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let arrived = 0
  let taken = 0
  await context.route('**/file_piecewise/upload', async (route) => {
    if (++arrived > through) await held
    try {
      const answer = await route.fetch()
      if (answer.ok()) taken += 1
      await route.fulfill({ response: answer })
    } catch {
      // The tab that sent it is gone.
    }
  })
  return { letGo, taken: () => taken }
}
