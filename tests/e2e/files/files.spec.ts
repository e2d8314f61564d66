import { readFile } from 'node:fs/promises'
import { codeTree } from '../../../contract/endpoints/applications/resources.ts'
import { AWAY, chooseEnglish, expect, test } from '../fixtures.ts'
import { MB, choose, downloadDigest, makeFile, openFiles, uploadRows } from '../../support/browser/upload-files.ts'
import { noticesOf, rowsIn } from '../../support/browser/parts.ts'

test.beforeEach(async ({ context }) => chooseEnglish(context))

test('files come back as they were given, whatever their size, name and way', async ({ page, context }, info) => {
  await openFiles(page)

  await test.step('a blocked type is refused with a reason before anything is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/storage/') && request.method() === 'POST') sent.push(request.url())
    })
    await choose(page, { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
    await expect(page.getByText(/Files of this type may not be uploaded/).first()).toBeVisible()
    expect(sent).toEqual([])
  })

  await test.step('files of 0 bytes, 1 byte, exactly one chunk, one byte more, and ten chunks come back byte for byte', async () => {
    for (const size of [0, 1, 2 * MB, 2 * MB + 1, 20 * MB]) {
      const name = `size-${size}.bin`
      const path = info.outputPath(name)
      const digest = await makeFile(path, size)
      await choose(page, path)
      await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible()
      expect(await downloadDigest(page, name), name).toBe(digest)
    }
  })

  await test.step('names in Chinese, with emoji and of 255 characters are kept', async () => {
    const names = ['期末总结 👩‍🏫 (终稿).md', `${'长'.repeat(252)}.md`]
    await choose(
      page,
      names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
    )
    for (const name of names) {
      const link = page.getByRole('link', { name: `Download ${name}` })
      await expect(link).toBeVisible()
      const download = page.waitForEvent('download')
      // By the keyboard: the open tray may cover a part of the link.
      await link.press('Enter')
      const saved = await (await download).path()
      expect(await readFile(saved, 'utf8')).toBe(name)
    }
  })

  await test.step('files dropped on the page are uploaded', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.md', { type: 'text/plain' }))
      return transfer
    })
    const title = page.getByRole('heading', { level: 1 })
    await title.dispatchEvent('dragenter', { dataTransfer: data })
    await title.dispatchEvent('dragover', { dataTransfer: data })
    await title.dispatchEvent('drop', { dataTransfer: data })
    await expect(page.getByRole('link', { name: 'Download dropped.md' })).toBeVisible()
  })

  await test.step('an upload can be paused and resumed', async () => {
    const path = info.outputPath('long.bin')
    await makeFile(path, 12 * MB)
    // Held back, so that there is time to press.
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/file_piecewise/upload', async (route) => {
      await held
      await route.continue()
    })
    await choose(page, path)
    const row = (await uploadRows(page)).filter({ hasText: 'long.bin' })
    await row.getByRole('button', { name: 'Pause' }).click()
    await expect(row.getByRole('button', { name: 'Resume' })).toBeVisible()
    release()
    await row.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('link', { name: 'Download long.bin' })).toBeVisible()

    await choose(page, { name: 'again.md', mimeType: 'text/plain', buffer: Buffer.alloc(100, 'x') })
    await expect(page.getByRole('link', { name: 'Download again.md' })).toBeVisible()
  })
})

test('folders are made, opened by deep link, renamed, deleted and restored; a taken name is explained', async ({
  page,
  tolerate,
}) => {
  await openFiles(page)
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Lessons')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Lessons', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'New folder' }).click()
  await dialog.getByRole('textbox').fill('Lessons')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('already used here')
  await expect(dialog.getByRole('textbox')).toHaveValue('Lessons')

  tolerate(/503/)
  await page.route('**/api/storage/files/folder', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await dialog.getByRole('textbox').fill('Excursions')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('503 Service Unavailable: Server internal error!')
  await expect(dialog.getByRole('textbox')).toHaveValue('Excursions')
  await page.keyboard.press('Escape')

  // What holds no file is said to be none.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'x'))
    dataTransfer.items.remove(0)
    Object.defineProperty(dataTransfer, 'types', { value: ['Files'] })
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  })
  await expect(noticesOf(page, 'warning').getByText('Not find file')).toBeVisible()

  await page.getByRole('link', { name: 'Lessons', exact: true }).click()
  await expect(page).toHaveURL(/#\/folder\//)
  await choose(page, { name: 'plan.md', mimeType: 'text/plain', buffer: Buffer.from('plan') })
  await expect(page.getByRole('link', { name: 'Download plan.md' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Download plan.md' })).toBeVisible()

  await page.getByRole('button', { name: 'Rename plan.md' }).click()
  await dialog.getByRole('textbox').fill('../plan.md')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(/cannot contain/)
  await dialog.getByRole('textbox').fill('plan for May.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Download plan for May.md' })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Delete Lessons' }).click()
  await expect(page.getByRole('link', { name: 'Lessons', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Lessons', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Download plan for May.md' })).toBeVisible()
})

test('a row offers what its person may do, also when that is known later than the files', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await openFiles(page)
  await choose(page, { name: 'late.md', mimeType: 'text/plain', buffer: Buffer.from('late') })
  const download = page.getByRole('link', { name: 'Download late.md' })
  await expect(download).toBeVisible()
  await context.route(`**${codeTree.path}?*`, (route) => route.abort())
  await page.reload()
  const row = rowsIn(page).filter({ hasText: 'late' })
  await expect(row).toBeVisible()
  await expect(row.getByRole('link')).toHaveCount(0)
  const [icon, name] = [
    await row.locator('.k-file-icon').boundingBox(),
    await row.getByText('late').first().boundingBox(),
  ]
  expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual(name?.x ?? 0)

  await context.unroute(`**${codeTree.path}?*`)
  await context.setOffline(true)
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await context.setOffline(false)
  await expect(download).toBeVisible()
})
