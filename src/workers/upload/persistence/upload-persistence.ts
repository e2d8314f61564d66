import type { FileCopies } from './file-copies.ts'
import type { Entry } from '../queue/upload-entry.ts'
import type { UploadRecord, UploadRecords } from './upload-records.ts'

/** What is done is forgotten together: a folder of a thousand files is not a thousand transactions. */
const FORGET_EVERY = 200
/** A file that is done sooner than this many milliseconds needs no copy. */
const COPY_AFTER = 3000

/** Keeps on the device what is needed to go on with uploads, for as long as it is needed. Nothing here rejects. */
export interface UploadPersistence {
  /** Whether what is kept outlives the worker; known with the first record. */
  readonly isPersistent: boolean
  /** Keeps entries that join the queue. */
  keep(...entries: Entry[]): Promise<void>
  /** Gives the record something new, and keeps it unless it was forgotten. */
  change(entry: Entry, change: Partial<UploadRecord>): Promise<void>
  /** Removes what was kept, at once or together with others. */
  forget(record: UploadRecord): void
  forgetSoon(record: UploadRecord): void
  /** Copies after a while, one after the other, the files that would have to be asked for again after this visit. */
  copyLater(entries: () => Iterable<Entry>, onCopied: (entry: Entry) => void): void
}

/** A keeper on a device. */
export function createUploadPersistence(
  records: UploadRecords,
  copies: FileCopies,
  later: (milliseconds: number, work: () => void) => void,
): UploadPersistence {
  let isPersistent = true
  let finished: UploadRecord[] = []
  let isCopying = false
  /** Whether files joined while others were being copied. */
  let isCopyDue = false
  let done = 0
  /** Ids of records that were removed: a change that was under way for one of them must not write it again. */
  const forgotten = new Set<string>()
  /** Ids that got a copy during this visit. A record that was handed out before the copy does not say so. */
  const copied = new Set<string>()

  async function put(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) isPersistent = await records.put(entries.map(({ record }) => record))
  }

  function remove(gone: readonly UploadRecord[]): void {
    for (const { id } of gone) forgotten.add(id)
    void records.remove(gone.map(({ id }) => id))
    // Looking for each one's copy on the disk would take longer than sending a small file.
    const withCopy = gone.filter((record) => copied.delete(record.id) || record.copied)
    if (withCopy.length > 0) void copies.remove(withCopy.map(({ id }) => id))
  }

  async function change(entry: Entry, changed: Partial<UploadRecord>): Promise<void> {
    entry.record = { ...entry.record, ...changed }
    if (!forgotten.has(entry.record.id)) await put([entry])
  }

  return {
    get isPersistent() {
      return isPersistent
    },
    async keep(...entries) {
      for (const { record } of entries) forgotten.delete(record.id)
      await put(entries)
    },
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
    if (!isPersistent) return
    isCopyDue = true
    if (isCopying) return
    isCopying = true
    while (isCopyDue) {
      isCopyDue = false
      for (const entry of entries()) await copyOne(entry, onCopied)
    }
    isCopying = false
  }

  async function copyOne(entry: Entry, onCopied: (entry: Entry) => void): Promise<void> {
    const { id } = entry.record
    if (!needsCopy(entry) || forgotten.has(id) || !entry.file || !(await copies.keep(id, entry.file))) return
    // The upload may have ended meanwhile. Not `needsCopy`: that is false as well if another writer has made the copy, which must stay then.
    if (forgotten.has(id) || entry.state.phase === 'done') return copies.remove([id])
    copied.add(id)
    await change(entry, { copied: true })
    onCopied(entry)
  }
}

function needsCopy({ file, record, state }: Entry): boolean {
  return file !== null && record.handle === null && !record.copied && state.phase !== 'done'
}
