import { chooseEnglish, expect, test } from '../fixtures.ts'
import { MB, choose, downloadDigest, holdChunks, makeFile, openFiles, uploadRows } from './upload-files.ts'

/** Chunks that were on their way when something broke may be sent twice, and no others. */
const IN_FLIGHT = 4

test.beforeEach(async ({ context }) => chooseEnglish(context))

test('a file of which the device has a copy goes on by itself when the page is loaded again', async ({
  page,
  context,
}, info) => {
  const digest = await makeFile(info.outputPath('resumed-short.bin'), 10 * MB)
  const { letGo, taken } = await holdChunks(context, 2)
  await openFiles(page)
  await choose(page, info.outputPath('resumed-short.bin'))
  await expect.poll(taken).toBe(2)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('uploads', { create: true })
        let bytes = 0
        for await (const entry of folder.values()) {
          if (entry.kind === 'file') bytes += (await entry.getFile()).size
        }
        return bytes
      }),
    )
    .toBe(10 * MB)
  // Nothing would be lost, so the page does not ask.
  page.on('dialog', (dialog) => {
    throw new Error(`asked: ${dialog.type()}`)
  })
  await page.reload()
  letGo()
  await expect(page.getByRole('link', { name: 'Download resumed-short.bin' })).toBeVisible()
  expect(taken()).toBeLessThanOrEqual(5 + IN_FLIGHT)
  expect(await downloadDigest(page, 'resumed-short.bin')).toBe(digest)
})

test('another tab goes on when the one that uploads is closed', async ({ page, context }, info) => {
  const digest = await makeFile(info.outputPath('handed.bin'), 70 * MB)
  const { letGo, taken } = await holdChunks(context, 3)
  await openFiles(page)
  await choose(page, info.outputPath('handed.bin'))
  await expect.poll(taken).toBe(3)
  const other = await context.newPage()
  await other.goto(page.url())
  const row = await uploadRows(other)
  await expect(row).toContainText('handed.bin')
  await page.close({ runBeforeUnload: false })
  letGo()
  await expect(other.getByRole('link', { name: 'Download handed.bin' })).toBeVisible()
  expect(taken()).toBeLessThanOrEqual(35 + IN_FLIGHT)
  expect(await downloadDigest(other, 'handed.bin')).toBe(digest)
})

test('a long file is asked for after the page was loaded again, and only the right one is taken', async ({
  page,
  context,
}, info) => {
  const digest = await makeFile(info.outputPath('resumed-long.bin'), 70 * MB)
  await makeFile(info.outputPath('other.bin'), 70 * MB)
  const { letGo, taken } = await holdChunks(context, 4)
  await openFiles(page)
  await choose(page, info.outputPath('resumed-long.bin'))
  await expect.poll(taken).toBe(4)
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloading
  letGo()
  const row = await uploadRows(page)
  await expect(row).toContainText('Choose this file once more')
  const settings = await context.newPage()
  await settings.goto('/pages/base/desktop/setting?part=device')
  await expect(settings.getByText('Unfinished uploads').locator('+ dd')).toHaveText('1')
  await settings.close()
  await choose(page, info.outputPath('other.bin'), 'Choose file')
  await expect(row).toContainText('This is another file')
  await choose(page, info.outputPath('resumed-long.bin'), 'Choose file')
  await expect(page.getByRole('link', { name: 'Download resumed-long.bin' })).toBeVisible()
  expect(taken()).toBeLessThanOrEqual(35 + IN_FLIGHT)
  expect(await downloadDigest(page, 'resumed-long.bin')).toBe(digest)
})

test('a cancelled upload comes back with an undo', async ({ page, context }, info) => {
  await makeFile(info.outputPath('undone.bin'), 8 * MB)
  const { letGo } = await holdChunks(context, 0)
  await openFiles(page)
  await choose(page, info.outputPath('undone.bin'))
  const row = await uploadRows(page)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  letGo()
  await expect(page.getByRole('link', { name: 'Download undone.bin' })).toBeVisible()
})
