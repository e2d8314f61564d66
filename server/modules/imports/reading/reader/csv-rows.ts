import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import type { Encoding } from '../../../../../contract/rules/imports/text-forms.ts'
import type { SourceRow } from '../source-cell.ts'
import { Refused } from './refused.ts'
import { encodingsOf, separatorOf, textOf } from './texts.ts'
import type { Pieces, ZipEntries } from './zip-entries.ts'

/** Files of OneRoster 1.2 that are read, in this order; no other entry is opened. */
export const ONE_ROSTER_FILES = [
  'manifest',
  'orgs',
  'academicsessions',
  'courses',
  'classes',
  'users',
  'demographics',
  'roles',
  'enrollments',
] as const

/** How a text is written; the separator as it stands there. */
export interface WrittenForm {
  readonly encoding: Encoding
  readonly separator: string
}

/** The rows of a text. Throws 'import.csv_broken' with the number of the row as its message. */
export async function* csvRows(
  pieces: Pieces,
  sheet: string,
  { encoding, separator }: WrittenForm,
): AsyncGenerator<SourceRow> {
  const source = Readable.from(textOf(pieces, encoding))
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 1_048_576,
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  try {
    for await (const record of parser) {
      const cells: string[] = record
      row += 1
      if (row === 1 && cells.length <= 2 && /^sep=/i.test(cells[0] ?? '')) continue
      if (cells.length > IMPORT_LIMITS.columns) throw new Refused('import.too_large')
      yield { sheet, row, cells: cells.map((cell) => cell.slice(0, IMPORT_LIMITS.text)) }
    }
  } catch (cause) {
    if (cause instanceof Refused) throw cause
    throw new Refused('import.csv_broken', { message: String(row + 1), cause })
  } finally {
    source.destroy()
  }
}

/** The rows of the files of OneRoster in a zip, each file as a sheet of its name. */
export async function* oneRosterRows(zip: ZipEntries, encoding: Encoding | undefined): AsyncGenerator<SourceRow> {
  try {
    for (const name of ONE_ROSTER_FILES) {
      const entry = [...zip.entries.values()].find(
        ({ fileName }) => !fileName.endsWith('/') && fileName.split('/').at(-1)?.toLowerCase() === `${name}.csv`,
      )
      if (!entry) continue
      const pieces = () => zip.pieces(entry, IMPORT_LIMITS.inflated)
      const head = await beginningOf(pieces)
      const found = encoding ?? (await encodingsOf(pieces, head))[0]
      if (!found) throw new Refused('import.encoding')
      const separator = separatorOf(new TextDecoder(found).decode(head))
      yield* csvRows(pieces, name, { encoding: found, separator })
    }
  } finally {
    zip.close()
  }
}

/** The first bytes of a file. */
export async function beginningOf(pieces: Pieces): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const piece of pieces()) {
    parts.push(piece)
    length += piece.length
    if (length >= IMPORT_LIMITS.head) break
  }
  return Buffer.concat(parts).subarray(0, IMPORT_LIMITS.head)
}
