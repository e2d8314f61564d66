import { frozenRows, headingRows, type SheetHead } from './sheet.ts'

/** The cells of the last row of headings, where programs offer filters; null where merged cells would be torn apart by them. */
export function filterRange(head: SheetHead): string | null {
  const headings = headingRows(head).length
  const isMerged = (head.merges ?? []).some(({ row, rows }) => row + rows >= headings)
  const row = frozenRows(head)
  if (headings === 0 || isMerged || head.columns.length === 0) return null
  return `A${row}:${columnLetters(head.columns.length)}${row}`
}

/** The letters of the column with this number, from 1. */
function columnLetters(number: number): string {
  const rest = number - 1
  const last = String.fromCharCode(65 + (rest % 26))
  return rest < 26 ? last : columnLetters(Math.floor(rest / 26)) + last
}
