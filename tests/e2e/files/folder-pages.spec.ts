import { createHash } from 'node:crypto'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { uploadBatch } from '../../../contract/endpoints/storage/storage.ts'
import { FOLDER_PAGE, BATCH_FILES } from '../../../contract/limits.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { signIn as callAs } from '../../support/callers/portal-caller.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, startSession, test, toldOnce } from '../fixtures.ts'
import { rowsIn } from '../../support/browser/parts.ts'

/** Files of a folder of two pages; the last by name is the largest, and the one before it the newest. */
const COUNT = FOLDER_PAGE + 30

const WORDS = {
  'zh-CN': {
    part: `0 个文件夹，${COUNT} 个文件，共 6.6 kB；已列出前 ${FOLDER_PAGE} 项`,
    more: '加载更多',
    sortBy: '排序方式',
    size: '大小',
    name: '名称',
    largest: '从大到小',
    names: '名称（升序）',
    remove: '删除',
  },
  en: {
    part: `0 folders, ${COUNT} files, 6.6 kB in all; the first ${FOLDER_PAGE} are listed`,
    more: 'Load more',
    sortBy: 'Sort by',
    size: 'Size',
    name: 'Name',
    largest: 'Largest first',
    names: 'Name, A to Z',
    remove: 'Delete',
  },
} as const

const nameOf = (at: number) => `Page ${at}.bin`

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`a folder of more than a page comes as it is scrolled, in the order that is chosen (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    const caller = await callAs(portal.url, { username: 'staff', password: PASSWORD })
    const { id: folderId } = await caller.call(createFolder, { name: `Many ${language} ${width}` })
    for (let begin = 0; begin < COUNT; begin += BATCH_FILES) {
      const files = Array.from({ length: Math.min(BATCH_FILES, COUNT - begin) }, (_, at) => {
        const bytes = Buffer.alloc(begin + at === COUNT - 1 ? 100 : 29, `${language} ${width} ${begin + at} `)
        const md5 = createHash('md5').update(bytes).digest('hex')
        return { bytes, listed: { name: nameOf(begin + at), md5, size: bytes.length, folderId } }
      })
      const list = JSON.stringify(files.map(({ listed }) => listed))
      const answer = await caller.call(
        uploadBatch,
        { serverid: 'base', files: list },
        new Blob([Buffer.concat(files.map(({ bytes }) => bytes))]),
      )
      expect(answer.files.filter((one) => !('file' in one))).toEqual([])
    }

    await startSession(page, 'staff')
    await page.goto('/pages/files/pc_files_tm/index.html')
    await page.getByRole('link', { name: `Many ${language} ${width}`, exact: true }).click()
    const rows = rowsIn(page)
    await expect(rows).toHaveCount(FOLDER_PAGE)
    await expect(page.getByText(words.part, { exact: true })).toBeAttached()
    await expect(rows.first()).toContainText(nameOf(0))
    await expect(rows.last()).toContainText(nameOf(FOLDER_PAGE - 1))

    // What the page has not got stands first all the same.
    const order = page.getByRole('combobox', { name: words.sortBy })
    const heading = (name: string) => page.getByRole('columnheader').getByRole('button', { name, exact: true })
    if (await order.isVisible()) await order.selectOption({ label: words.largest })
    else await heading(words.size).click()
    await expect(rows.first()).toContainText(nameOf(COUNT - 1))
    await expect(rows).toHaveCount(FOLDER_PAGE)
    if (await order.isVisible()) await order.selectOption({ label: words.names })
    else await heading(words.name).click()
    await expect(rows.first()).toContainText(nameOf(0))

    // One less of the whole, too.
    await rows
      .first()
      .getByRole('button', { name: `${words.remove} ${nameOf(0)}` })
      .click()
    await expect(rows).toHaveCount(FOLDER_PAGE - 1)
    await expect(page.getByText(words.part, { exact: true })).toBeHidden()

    const more = page.getByRole('button', { name: words.more })
    await more.scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(COUNT - 1)
    await expect(more).toBeHidden()
    await expect(rows.last()).toContainText(nameOf(COUNT - 1))
    await page.reload()
    await expect(rows).toHaveCount(FOLDER_PAGE)
    // The rows are all of one kind.
    expect(await findViolations(page, { except: '.f-row:nth-child(n + 4)' })).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.getByRole('button', { name: words.more }).press('Enter')
    await expect(rows).toHaveCount(COUNT - 1)
  })
}
