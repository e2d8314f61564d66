import { writeXlsx } from 'hucre/xlsx'
import { PortalError } from '../../../contract/portal-error.ts'
import { answerQuestions } from '../../runtime/answer-questions.ts'

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
type Rows = NonNullable<Sheet['rows']>

/** The rows of each sheet of the files that are being made. */
const books = new Map<number, Rows[]>()
let last: Promise<unknown> = Promise.resolve()

const methods = {
  begin(book: number): void {
    books.set(book, [[]])
  },
  /** Rows of the current sheet. */
  addRows(book: number, rows: Rows): void {
    books
      .get(book)
      ?.at(-1)
      ?.push(...rows)
  },
  endSheet(book: number): void {
    books.get(book)?.push([])
  },
  drop(book: number): void {
    books.delete(book)
  },
  /** The file of a book's sheets, each with its first rows; after the files before it. Throws 'server.unavailable' where the rows went with a thread that has ended. */
  write(book: number, heads: readonly (Sheet & { readonly rows: Rows })[]): Promise<Uint8Array> {
    const rows = books.get(book)
    books.delete(book)
    if (!rows) throw new PortalError('server.unavailable')
    const sheets = heads.map((head, at) => ({ ...head, rows: [...head.rows, ...(rows[at] ?? [])] }))
    const written = last.then(() => writeXlsx({ sheets }))
    last = written.catch(() => undefined)
    return written
  },
}
export type SheetMethods = typeof methods

answerQuestions(methods)
