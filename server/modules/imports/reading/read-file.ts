import pLimit from 'p-limit'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { SEPARATORS } from '../../../../contract/rules/imports/text-forms.ts'
import { errorCode } from '../../../runtime/errors.ts'
import { createThreads } from '../../../runtime/threads.ts'
import { chooseTextForm, type ReadOptions, type TextForm } from './choose-text-form.ts'
import type { ReaderMethods } from './reader/reader.thread.ts'
import readerThread from './reader/reader.thread.ts?thread'
import type { SourceRow } from './source-cell.ts'

export type ImportFormat = 'csv' | 'xlsx' | 'oneroster'

/** Rows that are handed over at once: few, because other requests wait while they are read. */
const BATCH = 250
/** Milliseconds for the next batch, of which the first may wait for the whole file to be looked at. */
const BATCH_WAIT = 60_000

interface OpenFile {
  readonly format: ImportFormat
  /** How a text is read. */
  readonly text?: TextForm
  readonly batches: AsyncIterable<readonly SourceRow[]>
}

export type FileReader = Awaited<ReturnType<typeof openReader>>

/** One for all: it ends a moment after the last file. */
const thread = createThreads<ReaderMethods>('import', readerThread)

/** One file is read at a time, since each may need the memory that a thread may have; others wait. */
const turns = pLimit(1)

/** Resolves in turn, to what ends it. */
const takeTurn = () =>
  new Promise<() => void>((resolve) => {
    void turns(() => new Promise<void>((end) => resolve(end)))
  })

/** A reader of files, once those of others have been read. Rows come in batches as they are asked for, so that no more than two are in memory. */
export async function openReader(options: ReadOptions = {}) {
  const endTurn = await takeTurn()
  /** Whether the thread holds nothing of a file. */
  let isFree = true
  let isClosed = false
  async function within<T>(asked: Promise<T>): Promise<T> {
    isFree = false
    const timer = setTimeout(() => void thread.end(), BATCH_WAIT)
    try {
      return await asked
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
    let asked = within(thread.ask('next', BATCH))
    for (;;) {
      const { batch, done } = await asked
      isFree = done
      if (!done) {
        asked = within(thread.ask('next', BATCH))
        // Told when it is awaited, unless the import has failed by then.
        asked.catch(() => undefined)
      }
      yield batch
      if (done) return
    }
  }
  return {
    /** Opens a file, after the rows of the one before have been read. Throws PortalError 'import.*' for a file that cannot be read. */
    async read(path: string): Promise<OpenFile> {
      const opened = await within(thread.ask('open', path, options.encoding))
      if (!('encodings' in opened)) return { format: opened.format, batches: batches() }
      const { format, encodings, head } = opened
      const text = chooseTextForm(head, encodings, options)
      await within(thread.ask('readText', { encoding: text.encoding, separator: SEPARATORS[text.separator] }))
      return { format, text, batches: batches() }
    },
    /** Lets the next be read. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      if (!isFree) await thread.end()
      endTurn()
    },
  }
}

/** A thread that ran out of memory or time was given a file that is no spreadsheet of people. */
function toRefusal(error: unknown): PortalError {
  const known = errorCode(error)
  return new PortalError(known !== undefined && isErrorCode(known) ? known : 'import.too_large', { cause: error })
}
