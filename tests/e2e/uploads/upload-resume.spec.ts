import { chooseEnglish, expect, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import {
  MB,
  choose,
  downloadDigest,
  holdChunks,
  makeFile,
  openFiles,
  uploadPill,
  uploadRows,
} from '../../support/browser/upload-files.ts'

/** Chunks that were on their way when something broke may be sent twice, and no others. */
const IN_FLIGHT = 4

test.beforeEach(async ({ context }) => chooseEnglish(context))

test('a file of which the device has a copy goes on by itself when the page is loaded again; a cancelled one comes back with an undo', async ({
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

  await makeFile(info.outputPath('undone.bin'), 8 * MB)
  await context.unroute('**/file_piecewise/upload')
  const undone = await holdChunks(context, 0)
  await choose(page, info.outputPath('undone.bin'))
  const row = (await uploadRows(page)).filter({ hasText: 'undone.bin' })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  undone.letGo()
  await expect(page.getByRole('link', { name: 'Download undone.bin' })).toBeVisible()
})

test('a long file is asked for, on any page, after the page was loaded again, and only the right one is taken', async ({
  page,
  context,
}, info) => {
  const digest = await makeFile(info.outputPath('resumed-long.bin'), 66 * MB)
  await makeFile(info.outputPath('other.bin'), 66 * MB)
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
  await expect(row).toContainText('Choose this file again')

  await test.step('the settings and the tray say so on any page', async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/pages/base/desktop/setting?part=device')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await expect(page.getByText('Unfinished uploads').locator('+ dd')).toHaveText('1')
    await expect(uploadPill(page)).toHaveAccessibleName('Uploads: 0 of 1, 1 needs attention')
    await expect(row.first()).toContainText('Choose this file again')
    expect(await findViolations(page)).toEqual([])
  })

  await choose(page, info.outputPath('other.bin'), 'Choose file')
  await expect(row).toContainText('This is another file')
  await choose(page, info.outputPath('resumed-long.bin'), 'Choose file')
  await expect(uploadPill(page)).toHaveAccessibleName('Uploads: 1 file uploaded')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Download resumed-long.bin' })).toBeVisible()
  expect(taken()).toBeLessThanOrEqual(33 + IN_FLIGHT)
  expect(await downloadDigest(page, 'resumed-long.bin')).toBe(digest)
})
