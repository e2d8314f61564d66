import type { Entry } from 'yauzl'
import { IMPORT_LIMITS, IMPORT_ROWS_MAX } from '../../../../../contract/limits.ts'
import { shownOf, type SourceRow } from '../source-cell.ts'
import { BUILT_IN, createFormat, loadFormats, type NumberFormat, unescaped } from './cell-values.ts'
import { ONE_ROSTER_FILES } from './csv-rows.ts'
import { localName, readPart } from './parse-part.ts'
import { Refused } from './refused.ts'
import { type Book, type Sheet, sheetRows } from './sheet-rows.ts'
import type { ZipEntries } from './zip-entries.ts'

/** Of the workbook, the texts that cells share and the number formats are in memory, and never a sheet. */
export interface OpenSheets {
  readonly format: 'xlsx' | 'oneroster'
  readonly rows: AsyncGenerator<SourceRow>
}

/** A part in the folder of another, by what is written there as its place. */
function partPath(folder: string, target: string): string {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : folder + target).split('/'))
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  return parts.join('/')
}

/** Where the relations of a part point, by identifier. */
async function relationsOf(zip: ZipEntries, path: string) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const entry = zip.entries.get(`${folder}_rels/${path.slice(folder.length)}.rels`)
  const found = new Map<string, { readonly type: string | undefined; readonly path: string }>()
  if (!entry) return found
  await readPart(zip, entry, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return
      found.set(Id, { type: Type.split('/').at(-1), path: partPath(folder, Target) })
    },
  })
  return found
}

async function formatsOf(zip: ZipEntries, entry: Entry | undefined): Promise<NumberFormat[]> {
  const codes = new Map(BUILT_IN)
  const used: number[] = []
  let inCells = false
  if (!entry) return []
  await readPart(zip, entry, {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'numFmt' && codes.size < IMPORT_LIMITS.formats) codes.set(Number(numFmtId), formatCode)
      else if (name === 'cellXfs') inCells = true
      else if (inCells && name === 'xf' && used.length < IMPORT_LIMITS.formats) used.push(Number(numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  const known = new Map([...new Set(used)].map((id) => [id, createFormat(id, codes.get(id))]))
  return used.map((id) => known.get(id) ?? { kind: 'plain' })
}

/** The texts that cells share. */
async function textsOf(zip: ZipEntries, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = []
  let text: string | undefined
  let takes = false
  let phonetic = 0
  if (!entry) return texts
  await readPart(zip, entry, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic += 1
      takes = tag === 't' && phonetic === 0
    },
    text(data) {
      if (takes && text !== undefined && text.length < IMPORT_LIMITS.text) text += data
    },
    close(tag) {
      takes = false
      if (tag === 'rPh' && phonetic > 0) phonetic -= 1
      if (tag !== 'si' || text === undefined) return
      texts.push(unescaped(text))
      text = undefined
    },
  })
  return texts
}

/** The rows of a workbook. One whose sheets are the files of OneRoster, as a marked sheet of them is, is read as those. */
export async function openWorkbook(zip: ZipEntries): Promise<OpenSheets> {
  const start = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')
  const path = start ? start.path : 'xl/workbook.xml'
  const entry = zip.entries.get(path)
  if (!entry) throw new Refused('import.broken_file')
  if (!/\.xml$/i.test(path)) throw new Refused('import.old_xls')
  const relations = await relationsOf(zip, path)
  let is1904 = false
  const sheets: Sheet[] = []
  await readPart(zip, entry, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const [, id = ''] = Object.entries(attributes).find(([attribute]) => localName(attribute) === 'id') ?? []
      const relation = relations.get(id)
      const part = relation?.type === 'worksheet' ? zip.entries.get(relation.path) : undefined
      const hidden = ['hidden', 'veryHidden'].includes(attributes['state'] ?? '')
      const sheetName = (attributes['name'] ?? '').slice(0, IMPORT_LIMITS.sheetName)
      if (part) sheets.push({ name: sheetName, entry: part, hidden })
    },
  })
  if (new Set(sheets.map(({ name }) => name)).size < sheets.length) throw new Refused('import.broken_file')
  const partOf = (wanted: string) =>
    zip.entries.get([...relations.values()].find(({ type }) => type === wanted)?.path ?? '')
  const formats = await formatsOf(zip, partOf('styles'))
  await loadFormats(formats)
  const book: Book = { ...zip, is1904, formats, texts: await textsOf(zip, partOf('sharedStrings')) }
  const named = (name: string) => sheets.find((sheet) => sheet.name.toLowerCase() === name)
  const users = named('users')
  const headings = users ? await firstRowOf(book, users) : []
  if (!['sourcedid', 'givenname', 'familyname'].every((heading) => headings.includes(heading)))
    return { format: 'xlsx', rows: rowsOf(book, sheets, IMPORT_LIMITS.rows) }
  const files = ONE_ROSTER_FILES.flatMap((name) => {
    const sheet = named(name)
    return sheet ? [{ ...sheet, name }] : []
  })
  return { format: 'oneroster', rows: rowsOf(book, files, IMPORT_ROWS_MAX) }
}

async function firstRowOf(book: Book, sheet: Sheet): Promise<string[]> {
  for await (const { cells } of sheetRows(book, sheet, Infinity))
    return cells.map((cell) => shownOf(cell).toLowerCase())
  return []
}

async function* rowsOf(book: Book, sheets: readonly Sheet[], rowsMax: number): AsyncGenerator<SourceRow> {
  try {
    for (const sheet of sheets) yield* sheetRows(book, sheet, rowsMax)
  } finally {
    book.close()
  }
}
