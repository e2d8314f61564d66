import { AWAY, expect, popNothingUp, startSession, test } from '../fixtures.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { choose } from '../../support/browser/upload-files.ts'
import { noticeOf } from '../../support/browser/parts.ts'

test('a folder’s list is exported whole, in its order, without a network too, and one that stops is tried again', async ({
  page,
  context,
  tolerate,
}) => {
  await popNothingUp(context)
  await startSession(page, 'staff')
  await page.goto('/pages/files/pc_files_tm/index.html')
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('清单')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '清单', exact: true }).click()
  await expect(page.getByRole('button', { name: '导出清单' })).toHaveCount(0)
  const names = ['=1+1.md', '计划 10.md', '计划 9.md']
  await choose(
    page,
    names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
    '上传文件',
  )
  for (const name of names) await expect(page.getByRole('link', { name: `下载 ${name}` })).toBeVisible()
  await page.getByRole('columnheader', { name: '名称' }).getByRole('button').click()
  const button = page.getByRole('button', { name: '导出清单' })

  const { name, sheets } = await downloadSheets(page, () => button.press('Enter'))
  expect(name).toBe('清单.xlsx')
  const [sheet] = sheets
  expect(sheet?.name).toBe('清单')
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 2 })
  expect(valuesOf(sheet, 2)).toEqual(['名称', '类型', '大小（字节）', '修改日期'])
  const rows = [3, 4, 5].map((row) => valuesOf(sheet, row))
  expect(rows.map(([file, kind, size]) => [file, kind, size])).toEqual([
    ['计划 10.md', '文件', 12],
    ['计划 9.md', '文件', 11],
    ['=1+1.md', '文件', 7],
  ])
  expect(rows[0]?.[3]).toBeInstanceOf(Date)
  await expect(button).toBeFocused()
  expect(await findViolations(page)).toEqual([])

  // What the page asks for beside, as its live changes, and the export's script.
  tolerate(AWAY)
  tolerate(/export\.worker/)
  await context.setOffline(true)
  await expect(button).toBeEnabled()
  const offline = await downloadSheets(page, () => button.click())
  expect(offline.sheets[0]?.rowCount).toBe(5)
  await context.setOffline(false)

  // A failure is said, and what was asked for is tried again with one press.
  await page.evaluate(() => {
    const { Worker: Real } = globalThis
    globalThis.Worker = class extends Real {
      constructor() {
        super('/assets/export.worker-gone.js')
        globalThis.Worker = Real
      }
    }
  })
  await expect(button).toBeEnabled()
  await button.click()
  const notice = noticeOf(page, '表格没有导出。')
  const retried = await downloadSheets(page, () => notice.getByRole('button', { name: '重试' }).click())
  expect(retried.sheets[0]?.rowCount).toBe(5)
})
