import { createReadStream } from 'node:fs'
import type { Encoding } from '../../../../../contract/rules/imports/text-forms.ts'
import { answerQuestions } from '../../../../runtime/answer-questions.ts'
import type { SourceRow } from '../source-cell.ts'
import { beginningOf, csvRows, oneRosterRows, type WrittenForm } from './csv-rows.ts'
import { isPage, pageEncoding, pageRows } from './page-rows.ts'
import { Refused } from './refused.ts'
import { encodingsOf } from './texts.ts'
import { openWorkbook, type OpenSheets } from './workbook.ts'
import { openZip, type Pieces } from './zip-entries.ts'

/** Of a text: encodings in which it can be read, the likeliest first, and its beginning. */
interface OpenText {
  readonly format: 'csv'
  readonly encodings: readonly Encoding[]
  readonly head: Uint8Array
}

const OLE = 0xd0cf11e0
const ZIP = 0x504b0304
/** Old formats of spreadsheets that are texts. */
const isOldText = (text: string) => /^(\uFEFF)?\s*<\?(xml|mso)/i.test(text) || /^MIME-Version:/i.test(text)

let rows: AsyncGenerator<SourceRow> | undefined
/** The bytes of a file that is a text. */
let pieces: Pieces | undefined

async function openText(read: Pieces, head: Buffer): Promise<OpenText | OpenSheets> {
  const encodings = await encodingsOf(read, head)
  const beginning = new TextDecoder(encodings[0] ?? 'latin1').decode(head)
  if (isPage(beginning)) return { format: 'xlsx', rows: pageRows(read, pageEncoding(encodings, beginning)) }
  if (isOldText(beginning)) throw new Refused('import.old_xls')
  pieces = read
  return { format: 'csv', encodings, head }
}

async function openFile(path: string, encoding: Encoding | undefined): Promise<OpenText | OpenSheets> {
  const read = () => createReadStream(path, { highWaterMark: 65_536 })
  const head = await beginningOf(read)
  if (head.length === 0) throw new Refused('import.empty')
  const mark = head.length < 4 ? 0 : head.readUInt32BE(0)
  if (mark === OLE) throw new Refused('import.old_xls')
  if (mark !== ZIP) return openText(read, head)
  const zip = await openZip(path)
  try {
    if (zip.entries.has('[Content_Types].xml')) return await openWorkbook(zip)
    if (![...zip.entries.keys()].some((name) => /(^|\/)(users|enrollments)\.csv$/i.test(name)))
      throw new Refused('import.unknown_format')
    return { format: 'oneroster', rows: oneRosterRows(zip, encoding) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Turns every failure of the libraries into the refusal of a broken file. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Refused ? cause : new Refused('import.broken_file', { cause })
  }
}

/** Reads one file after the other, each no further than it is asked. */
const methods = {
  /** Opens a file. Of a text, `readText` has to say how it is written before `next`. */
  open: (path: string, encoding: Encoding | undefined) =>
    refusing(async (): Promise<OpenText | { readonly format: OpenSheets['format'] }> => {
      const opened = await openFile(path, encoding)
      if (!('rows' in opened)) return opened
      rows = opened.rows
      return { format: opened.format }
    }),
  readText(form: WrittenForm): void {
    if (pieces) rows = csvRows(pieces, '', form)
  },
  /** The next rows, at most so many; fewer are the last. */
  next: (most: number) =>
    refusing(async () => {
      const batch: SourceRow[] = []
      while (rows && batch.length < most) {
        const { value, done } = await rows.next()
        if (done) rows = undefined
        else batch.push(value)
      }
      return { batch, done: rows === undefined }
    }),
}
export type ReaderMethods = typeof methods

answerQuestions(methods)
