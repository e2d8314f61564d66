import { writeXlsxStream } from 'hucre/xlsx'
import { plainColumns, plainRows, plainTopRows } from '../../../contract/rules/sheets/plain-workbook.ts'
import { frozenRows, type SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import { type RowWriter, type SheetRows, XLSX_TYPE } from './export-api.ts'

/** Bytes of the file after which they are given to the browser, which need not hold them in memory. */
const PART = 1024 * 1024

/**
 * Writes one sheet with hucre's stream, which keeps no rows: widths, formats and headings that stay, but no bold ones and no filters. Beyond a million rows it
 * goes on in another sheet.
 */
export function writeStream([head]: readonly SheetHead[]): RowWriter {
  if (!head) throw new RangeError('there is no sheet')
  const frozen = frozenRows(head)
  const source = createRowSource()
  const stream = writeXlsxStream(rowsOf(head, source.batches), {
    name: head.name,
    columns: plainColumns(head),
    ...(frozen > 0 && { freezePane: { rows: frozen } }),
  })
  const file = collect(stream)
  // The caller that adds rows, or waits for the end, gets the error.
  file.catch((reason: unknown) => source.fail(reason))
  return {
    addRows: (_, rows) => source.push(rows),
    finish: () => {
      source.end()
      return file
    },
  }
}

async function* rowsOf(head: SheetHead, batches: AsyncIterable<SheetRows>) {
  yield* plainTopRows(head)
  for await (const batch of batches) yield* plainRows(head, batch)
}

/** Batches that are pushed by one side and pulled by the other. `push` resolves when its batch is taken up: the next comes while that one is written. */
function createRowSource() {
  let wake = () => {}
  let waiting: { rows: SheetRows; taken: () => void; failed: (reason: unknown) => void } | undefined
  let state: { phase: 'open' } | { phase: 'ended' } | { phase: 'failed'; reason: unknown } = { phase: 'open' }

  async function* batches() {
    while (true) {
      if (waiting) {
        const { rows, taken } = waiting
        waiting = undefined
        taken()
        yield rows
      } else if (state.phase === 'open') {
        await new Promise<void>((resolve) => (wake = resolve))
      } else {
        return
      }
    }
  }

  return {
    batches: batches(),
    push: (rows: SheetRows) =>
      new Promise<void>((resolve, reject) => {
        if (state.phase === 'failed') return reject(state.reason)
        waiting = { rows, taken: resolve, failed: reject }
        wake()
        return undefined
      }),
    end() {
      if (state.phase === 'open') state = { phase: 'ended' }
      wake()
    },
    fail(reason: unknown) {
      state = { phase: 'failed', reason }
      waiting?.failed(reason)
    },
  }
}

/** The stream as a file; its parts are handed to the browser as they come. */
async function collect(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Blob[] = []
  let pending: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pending.push(new Uint8Array(next.value))
    size += next.value.length
    if (size >= PART) {
      parts.push(new Blob(pending))
      pending = []
      size = 0
    }
  }
  return new Blob([...parts, ...pending], { type: XLSX_TYPE })
}
