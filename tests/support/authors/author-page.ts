import { readFile } from 'node:fs/promises'

const PAGE = new URL('../../../docs/develop/applications.md', import.meta.url)

export function readAuthorPage(): Promise<string> {
  return readFile(PAGE, 'utf8')
}

/** The first cells of the table below a heading of the page. Throws where there is none. */
export function rowsBelow(page: string, heading: string): string[] {
  const section = page.split(/^(?=## )/m).find((one) => one.startsWith(`## ${heading}\n`))
  const rows = section?.split('\n').filter((line) => line.startsWith('|')) ?? []
  if (rows.length < 3) throw new Error(`the page has no table below “${heading}”`)
  return rows.slice(2).map((row) => row.split('|')[1]?.trim() ?? '')
}

/** The names that a cell or a sentence has in its code, without their parameters: `upload.choose('files')` is upload.choose. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z][\w.]*)[^`]*`/g)].map(([, name = '']) => name)
}
