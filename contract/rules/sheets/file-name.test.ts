import { expect, it } from 'vitest'
import { sheetFileName } from './file-name.ts'

it('keeps what a name says, and takes out what a system or a reader would be misled by', () => {
  expect(sheetFileName('考勤 四年级1班 2026年11月', '表格')).toBe('考勤 四年级1班 2026年11月.xlsx')
  expect(sheetFileName('../a\\b:c"\r\nx: y', '表格')).toBe('a_b_c_x_ y.xlsx')
  expect(sheetFileName('list\u202Excod.exe', '表格')).toBe('list_xcod.exe.xlsx')
  expect([sheetFileName('', '表格'), sheetFileName('...', 'table'), sheetFileName('///', 'table')]).toEqual([
    '表格.xlsx',
    'table.xlsx',
    'table.xlsx',
  ])
  expect(sheetFileName('长'.repeat(300), 'x')).toBe(`${'长'.repeat(100)}.xlsx`)
})
