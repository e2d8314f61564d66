import pLimit from 'p-limit'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { type Encoding, type Separator, SEPARATORS } from '../../../../contract/rules/imports/text-forms.ts'
import { errorCode } from '../../../runtime/errors.ts'
import { createThreads } from '../../../runtime/threads.ts'
import { chooseTextForm, type TextForm } from './choose-text-form.ts'
import type { ReaderMethods } from './reader/reader.thread.ts'
import readerThread from './reader/reader.thread.ts?thread'
import type { SourceRow } from './source-cell.ts'

export type ImportFormat = 'csv' | 'xlsx' | 'oneroster'

/** Rows that are handed over at once: few, because other requests wait while they are read. */
const BATCH = 250
/** Milliseconds for the next batch, of which the first may wait for the whole file to be looked at. */
const BATCH_WAIT = 60_000

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
export async function openReader({ encoding, separator, headings = [] }: ReadOptions = {}): Promise<FileReader> {
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
    async read(path) {
      const opened = await within(thread.ask('open', path, encoding))
      if (!('encodings' in opened)) return { format: opened.format, batches: batches() }
      const { format, encodings, head } = opened
      const text = chooseTextForm(head, encodings, { encoding, separator, headings })
      await within(thread.ask('readText', { encoding: text.encoding, separator: SEPARATORS[text.separator] }))
      return { format, text, batches: batches() }
    },
    async close() {
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
