import * as z from 'zod/mini'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { FOLDER_PAGE } from '../../../contract/limits.ts'
import { chooseEnglish, expect, test } from '../fixtures.ts'
import { openFiles } from '../../support/browser/upload-files.ts'
import { rowsIn } from '../../support/browser/parts.ts'

const COUNT = 3000
const answered = z.looseObject({ data: z.looseObject({ folders: z.array(z.looseObject({})) }) })

const folders = Array.from({ length: COUNT }, (_, at) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `Folder ${at}`,
  parentId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}))

test('of a folder of thousands only rows near the view are in the document, and the one with the focus', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await page.route(`**${files.list.path}*`, async (route) => {
    const response = await route.fetch()
    const body = z.parse(answered, await response.json())
    await route.fulfill({ response, json: { ...body, data: { ...body.data, folders, files: [], next: null } } })
  })
  await openFiles(page)
  const rows = rowsIn(page)
  await expect(rows.first()).toContainText('Folder 0')
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(COUNT + 1))
  await expect.poll(() => rows.count()).toBeGreaterThan(FOLDER_PAGE)
  expect(await rows.count()).toBeLessThan(2 * FOLDER_PAGE)

  const rename = page.getByRole('button', { name: 'Rename Folder 1', exact: true })
  await rename.focus()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(rows.last()).toContainText(`Folder ${COUNT - 1}`)
  await expect(rows.last()).toBeInViewport()
  await expect(rows.last()).toHaveAttribute('aria-rowindex', String(COUNT + 1))
  await expect(rename).toBeFocused()
  await expect(page.getByRole('link', { name: 'Folder 0', exact: true })).toHaveCount(0)

  // What is new is far from what is in view, and gets the focus.
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Zoo')
  await page.keyboard.press('Enter')
  const zoo = page.getByRole('link', { name: 'Zoo', exact: true })
  await expect(zoo).toBeFocused()
  await expect(zoo).toBeInViewport()
})
