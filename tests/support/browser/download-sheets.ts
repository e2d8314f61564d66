import type { Page } from '@playwright/test'
import excel from 'exceljs'

/** The spreadsheet that the page downloads after a press, as a program reads it, and the name that it is saved under. */
export async function downloadSheets(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; sheets: excel.Worksheet[] }> {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  const book = new excel.Workbook()
  await book.xlsx.readFile(await file.path())
  return { name: file.suggestedFilename(), sheets: book.worksheets }
}

/** The values of a row, from its first cell on. */
export function valuesOf(sheet: excel.Worksheet | undefined, row: number): unknown[] {
  const values = sheet?.getRow(row).values
  return Array.isArray(values) ? values.slice(1) : []
}
