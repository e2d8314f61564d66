import type { KeptCopies } from './kept-copies.ts'
import type { Entry } from './upload-entry.ts'
import type { UploadRecord, UploadRecords } from './upload-records.ts'

/** What is done is forgotten together: a folder of a thousand files is not a thousand transactions. */
const FORGET_EVERY = 200
/** A file that is done sooner than this many milliseconds needs no copy. */
const COPY_AFTER = 3000

/** Keeps on the device what is needed to go on with uploads, for as long as it is needed. Nothing here rejects. */
export interface EntryKeeper {
  /** Whether what is kept outlives the worker; known with the first record. */
  readonly isPersistent: boolean
  keep(...entries: Entry[]): Promise<void>
  /** Gives the record something new, and keeps it. */
  change(entry: Entry, change: Partial<UploadRecord>): Promise<void>
  /** Removes what was kept, at once or together with others. */
  forget(record: UploadRecord): void
  forgetSoon(record: UploadRecord): void
  /** Copies after a while, one after the other, the files that would have to be asked for again after this visit. */
  copyLater(entries: () => Iterable<Entry>, onCopied: (entry: Entry) => void): void
}

/** A keeper on a device. */
export function createEntryKeeper(
  records: UploadRecords,
  copies: KeptCopies,
  later: (milliseconds: number, work: () => void) => void,
): EntryKeeper {
  let isPersistent = true
  let finished: UploadRecord[] = []
  let isCopying = false
  let done = 0

  async function keep(...entries: Entry[]): Promise<void> {
    if (entries.length > 0) isPersistent = await records.put(entries.map(({ record }) => record))
  }

  function remove(gone: readonly UploadRecord[]): void {
    void records.remove(gone.map(({ id }) => id))
    // Looking for each one's copy on the disk would take longer than sending a small file.
    const copied = gone.filter((record) => record.copied)
    if (copied.length > 0) void copies.remove(copied.map(({ id }) => id))
  }

  async function change(entry: Entry, changed: Partial<UploadRecord>): Promise<void> {
    entry.record = { ...entry.record, ...changed }
    await keep(entry)
  }

  return {
    get isPersistent() {
      return isPersistent
    },
    keep,
    change,
    forget: (record) => remove([record]),
    forgetSoon(record) {
      done += 1
      finished.push(record)
      if (finished.length > 1) return
      later(FORGET_EVERY, () => {
        remove(finished)
        finished = []
      })
    },
    copyLater(entries, onCopied) {
      const before = done
      later(COPY_AFTER, () => {
        const left = [...entries()].filter(needsCopy).length
        // In as long again the rest will be done, too: small files go up faster than they are copied.
        if (left > 0 && done - before >= left) this.copyLater(entries, onCopied)
        else void copy(entries, onCopied)
      })
    },
  }

  async function copy(entries: () => Iterable<Entry>, onCopied: (entry: Entry) => void): Promise<void> {
    if (isCopying || !isPersistent) return
    isCopying = true
    for (const entry of entries()) {
      if (!needsCopy(entry) || !entry.file || !(await copies.keep(entry.record.id, entry.file))) continue
      // Meanwhile it may have come to its end.
      if (needsCopy(entry)) {
        await change(entry, { copied: true })
        onCopied(entry)
      } else {
        await copies.remove([entry.record.id])
      }
    }
    isCopying = false
  }
}

function needsCopy({ file, record, state }: Entry): boolean {
  return file !== null && record.handle === null && !record.copied && state.phase !== 'done'
}
