import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, openKit, test } from './kit-page.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { notices } from '../../support/browser/parts.ts'

/** What the catalogue writes in place of a spreadsheet. */
async function exported(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  const sheets: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  return { name: file.suggestedFilename(), sheets }
}

for (const [language, words] of [
  [
    'en',
    { action: 'Export', name: 'Results', heads: ['Name', 'Marks', 'Date', 'Chinese', 'Present'], absent: 'Absent' },
  ],
  [
    'zh-CN',
    { action: '导出表格', name: '期中成绩', heads: ['姓名', '成绩', '日期', '语文', '出勤率'], absent: '缺考' },
  ],
] as const) {
  test(`a table of the page is exported as it is shown, with merged cells and real values (${language})`, async ({
    page,
  }) => {
    await openKit(page, 'export', { language })
    const button = page.getByRole('button', { name: words.action, exact: true })
    const { name, sheets } = await exported(page, () => button.press('Enter'))
    const [who, marks, date, chinese, present] = words.heads
    expect(name).toBe(`${words.name}.xlsx`)
    expect(sheets).toEqual([
      {
        name: words.name,
        title: words.name,
        columns: [
          { heading: '', kind: 'text' },
          { heading: chinese, kind: 'number' },
          { heading: present, kind: 'percent' },
          { heading: '', kind: 'date' },
        ],
        headings: [
          [who, marks, '', date],
          ['', chinese, present, ''],
        ],
        merges: [
          { row: 0, column: 0, rows: 2, columns: 1 },
          { row: 0, column: 1, rows: 1, columns: 2 },
          { row: 0, column: 3, rows: 2, columns: 1 },
          { row: 3, column: 1, rows: 1, columns: 2 },
        ],
        rows: [
          ['=1+1', 1090.5, 0.95, '2026-03-05'],
          ['007', words.absent, null, '2026-03-06'],
        ],
      },
    ])
    await expect(button).toBeFocused()
    expect(await findViolations(page)).toEqual([])
  })
}

test('the button is locked while it works and about 800 ms longer', async ({ page }) => {
  await page.clock.install({ time: '2026-11-21T12:00:00' })
  await openKit(page, 'export')
  await page.clock.pauseAt('2026-11-21T13:00:00')
  const button = page.getByRole('button', { name: 'Export', exact: true })
  const coming = page.waitForEvent('download')
  await button.click()
  await coming
  await expect(page.getByText('The sheet was downloaded')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.clock.runFor(790)
  await expect(button).toBeDisabled()
  await page.clock.runFor(20)
  await expect(button).toBeEnabled()
})

test('what is slow shows how far it is and can be cancelled; what fails says so and is tried again; without a table it asks for one', async ({
  page,
}) => {
  await openKit(page, 'export')
  const slow = page.getByRole('button', { name: 'Export slowly' })
  await slow.press('Enter')
  const progress = page.getByRole('progressbar', { name: 'The sheet is being prepared' })
  await expect(progress).toHaveAttribute('value', '0.4')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(progress).toHaveCount(0)
  await expect(slow).toBeFocused()

  await page.getByRole('button', { name: 'Export with a failure' }).click()
  const notice = notices(page)
  await expect(notice).toContainText('The sheet was not exported.')
  const { name } = await exported(page, () => notice.getByRole('button', { name: 'Try again' }).click())
  expect(name).toBe('x.xlsx')

  await page.getByRole('button', { name: 'Export nothing' }).click()
  await expect(notice.filter({ hasText: 'please specify table to download' })).toBeVisible()
  await openKit(page, 'export', { language: 'zh-CN' })
  await page.getByRole('button', { name: '导出空的' }).click()
  await expect(notice.filter({ hasText: '请指定要下载的表格' })).toBeVisible()
})

test('a file that the server refuses is not saved, and a notice names it and says why', async ({ page }) => {
  await openKit(page, 'export', { language: 'zh-CN' })
  let saved = 0
  page.on('download', () => saved++)
  await page.getByRole('link', { name: '下载 plan.xlsx' }).press('Enter')
  await expect(page.getByText('“plan.xlsx”没有下载。文件不存在或已被删除')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(saved).toBe(0)
})
