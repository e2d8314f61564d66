import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { isErrorCode } from '../../../contract/errors.ts'
import { IMPORT_LIMITS, IMPORT_ROWS_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { ENCODINGS, type Encoding, type Separator, SEPARATORS } from '../../../contract/rules/imports/text-forms.ts'
import { errorCode } from '../../runtime/errors.ts'
import { createThread } from '../../runtime/thread.ts'
import { chooseTextForm, type TextForm } from './choose-text-form.ts'
import { sourceCell, type SourceCell } from './source-cell.ts'
import { readerThreadSource } from './reader-thread-source.ts'

export type ImportFormat = 'csv' | 'xlsx' | 'oneroster'

/** A row as the file has it. */
export interface SourceRow {
  readonly sheet: string
  /** As spreadsheet programs count. */
  readonly row: number
  readonly cells: readonly SourceCell[]
  /** By hand or by a filter. */
  readonly hidden?: boolean | undefined
}

/** Rows that are handed over at once: few, because other requests wait while they are read. */
const BATCH = 250
/** Megabytes. The thread ends when it needs more, and not the server: 50,000 people with fifteen columns of texts of their own need 250. */
const MEMORY_MAX = 280
/** Megabytes of what has just been made: with the usual 48 the thread took 30 more, and no less time. */
const YOUNG_MEMORY_MAX = 12
/** Milliseconds for the next batch, of which the first may wait for the whole file to be looked at. */
const BATCH_WAIT = 60_000

/** Milliseconds that a thread without work is kept. */
const KEPT = 10_000

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

const answered = z.object({
  format: z.optional(z.literal(['csv', 'xlsx', 'oneroster'])),
  /** Of a text: encodings in which it can be read, the likeliest first, and its beginning. */
  encodings: z.optional(z.array(z.literal(ENCODINGS))),
  head: z.optional(z.instanceof(Uint8Array)),
  batch: z.optional(
    z.array(
      z.object({ sheet: z.string(), row: z.number(), cells: z.array(sourceCell), hidden: z.optional(z.boolean()) }),
    ),
  ),
  done: z.optional(z.boolean()),
})

/** How a text is read, as the user said, and headings that are known besides those of our own. */
export interface ReadOptions {
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  readonly headings?: readonly string[] | undefined
}

interface OpenFile {
  readonly format: ImportFormat
  /** How a text is read. */
  readonly text?: TextForm | undefined
  readonly batches: AsyncIterable<readonly SourceRow[]>
}

export interface FileReader {
  /** Opens a file, after the rows of the one before have been read. Throws PortalError 'import.*' for a file that cannot be read. */
  readonly read: (path: string) => Promise<OpenFile>
  /** Lets the next be read. */
  readonly close: () => Promise<void>
}

type ReaderThread = ReturnType<typeof createReaderThread>

/** One file is read at a time, since each may need the memory that a thread may have; others wait. */
const turns = pLimit(1)

/** Resolves in turn, to what ends it. */
const takeTurn = () =>
  new Promise<() => void>((resolve) => {
    void turns(() => new Promise<void>((end) => resolve(end)))
  })

/** Threads without work. */
const kept = new Map<ReaderThread, NodeJS.Timeout>()

/**
 * A thread that reads files, once those of others have been read. Rows come in batches as they are asked for, so that no more than two are in memory. A thread that has read all of its files is kept for a
 * moment: starting one takes longer than reading a small sheet, and a sheet often comes again with its columns named.
 */
export async function openReader({ encoding, separator, headings = [] }: ReadOptions = {}): Promise<FileReader> {
  const endTurn = await takeTurn()
  const thread = takeKept() ?? createReaderThread()
  /** Whether the thread holds nothing of a file. */
  let isFree = true
  let isClosed = false
  const ask = async (question: object) => {
    isFree = false
    const timer = setTimeout(() => void thread.close(), BATCH_WAIT)
    try {
      return await thread.open().ask(question)
    } catch (error) {
      // It has closed the file that it refused.
      isFree = true
      throw toRefusal(error)
    } finally {
      clearTimeout(timer)
    }
  }
  /** The next batch is read while one is worked on. */
  async function* batches() {
    let asked = ask({ next: BATCH })
    for (;;) {
      const { batch = [], done } = await asked
      isFree = done === true
      if (!done) {
        asked = ask({ next: BATCH })
        // Told when it is awaited, unless the import has failed by then.
        asked.catch(() => undefined)
      }
      yield batch
      if (done) return
    }
  }
  return {
    async read(path) {
      const { format, encodings, head } = await ask({ path, encoding })
      if (!format) throw new Error('the import thread named no format')
      if (!encodings || !head) return { format, batches: batches() }
      const text = chooseTextForm(head, encodings, { encoding, separator, headings })
      await ask({ text: { encoding: text.encoding, separator: SEPARATORS[text.separator] } })
      return { format, text, batches: batches() }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (isFree && thread.isRunning) keep(thread)
      else await thread.close()
      endTurn()
    },
  }
}

function createReaderThread() {
  const require = createRequire(import.meta.url)
  return createThread('import', readerThreadSource, answered, {
    workerData: {
      hucre: pathToFileURL(require.resolve('hucre')).href,
      htmlparser2: pathToFileURL(require.resolve('htmlparser2')).href,
      csv: pathToFileURL(require.resolve('csv-parse')).href,
      yauzl: pathToFileURL(require.resolve('yauzl')).href,
      oneRoster: ONE_ROSTER_FILES,
      LIMITS: IMPORT_LIMITS,
      rowsMax: IMPORT_ROWS_MAX,
    },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX, maxYoungGenerationSizeMb: YOUNG_MEMORY_MAX },
  })
}

function takeKept(): ReaderThread | undefined {
  const [thread, timer] = kept.entries().next().value ?? []
  if (!thread) return undefined
  clearTimeout(timer)
  kept.delete(thread)
  return thread
}

function keep(thread: ReaderThread): void {
  const end = () => {
    kept.delete(thread)
    void thread.close()
  }
  kept.set(thread, setTimeout(end, KEPT).unref())
}

/** A thread that ran out of memory or time was given a file that is no spreadsheet of people. */
function toRefusal(error: unknown): PortalError {
  const known = errorCode(error)
  return new PortalError(known !== undefined && isErrorCode(known) ? known : 'import.too_large', { cause: error })
}
