import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { cellValue } from '../../../contract/rules/sheets/cell-value.ts'
import { plainHead, plainTopRows } from '../../../contract/rules/sheets/plain-workbook.ts'
import { withWidths } from '../../../contract/rules/sheets/column-width.ts'
import { sheetNames } from '../../../contract/rules/sheets/sheet-names.ts'
import type { ColumnKind, SheetCell, SheetHead } from '../../../contract/rules/sheets/sheet.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { xlsxThreadSource } from './xlsx-thread-source.ts'

/** Cells that are handed over in one task: a few milliseconds of the event loop. */
const BATCH_CELLS = 6000
/** Rows by which the columns' widths are chosen. */
const SAMPLE = 500
/** Megabytes. The thread ends when it needs more, and not the server. */
const MEMORY_MAX = 768

const answerSchema = z.union([
  z.object({ id: z.number(), file: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), failure: z.string() }),
])

interface Waiting {
  readonly resolve: (file: Uint8Array) => void
  readonly reject: (reason: Error) => void
}

/** Writes .xlsx files in a thread, which starts with the first file, and again after a crash. */
export function createXlsxThread() {
  let worker: Worker | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  function start(): Worker {
    const started = new Worker(xlsxThreadSource, {
      eval: true,
      name: 'xlsx',
      execArgv: [],
      workerData: { hucre: pathToFileURL(createRequire(import.meta.url).resolve('hucre/xlsx')).href },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX },
    })
    // The thread alone must not keep the process alive.
    started.unref()
    started.on('message', (message: unknown) => {
      const answer = answerSchema.parse(message)
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('file' in answer) asker?.resolve(answer.file)
      else asker?.reject(new Error(answer.failure))
    })
    started.on('error', (error) => stop(started, error))
    started.on('exit', () => stop(started, new Error('the thread of sheets ended')))
    return started
  }

  function stop(ended: Worker, reason: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  function post(thread: Worker, message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
    thread.postMessage(message)
  }

  return {
    /** Begins a file. Throws 'server.unavailable' when it was closed. */
    begin() {
      if (closed) throw new PortalError('server.unavailable')
      const thread = (worker ??= start())
      const id = ++lastId
      const heads: SheetHead[] = []
      let sample: (readonly SheetCell[])[] = []
      let batch: SheetCell[][] = []
      let cells = 0
      const handOver = (): void => {
        if (batch.length > 0) post(thread, { id, rows: batch })
        batch = []
        cells = 0
      }
      return {
        /** A row of the sheet whose head comes after its rows. */
        addRow(row: readonly SheetCell[], kinds: readonly ColumnKind[]): void {
          if (sample.length < SAMPLE) sample.push(row)
          batch.push(row.map((cell, at) => cellValue(cell, kinds[at])))
          cells += row.length
          if (cells >= BATCH_CELLS) handOver()
        },
        endSheet(head: SheetHead): void {
          handOver()
          heads.push({ ...head, columns: withWidths({ ...head, rows: sample }) })
          sample = []
          post(thread, { id, ends: true })
        },
        /** Drops the file that is not wanted any more. */
        drop: () => post(thread, { id, dropped: true }),
        /** The file; all sheets get this name and title. Throws the thread's error. */
        async write(named: { name: string; title?: string }): Promise<Uint8Array> {
          // What was handed over went with the thread that has ended since.
          if (worker !== thread) throw new PortalError('server.unavailable')
          const names = sheetNames(heads.map(() => named.name))
          const whole = heads.map((head, at) => ({ ...head, ...named, name: names[at] ?? named.name }))
          const file = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }))
          post(thread, { id, heads: whole.map((head) => ({ ...plainHead(head), rows: plainTopRows(head) })) })
          return file
        },
      }
    },
    /** Ends the thread; files in work are rejected. */
    async close(): Promise<void> {
      closed = true
      const running = worker
      if (running === undefined) return
      stop(running, new Error('the thread of sheets was closed'))
      await running.terminate()
    },
  }
}
