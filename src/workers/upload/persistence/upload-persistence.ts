import type { UploadState } from '../protocol/upload-state.ts'
import type { FileCopies } from './file-copies.ts'
import type { UploadRecord, UploadRecords } from './upload-records.ts'

export interface Entry {
  record: UploadRecord
  state: UploadState
  /** Held only while this worker owns the upload. */
  file: Blob | null
  /** Passed to the runner, paused or not. */
  isStarted: boolean
  /** Counts against CAPACITY. */
  isBusy: boolean
  /** How often it was started again without the user. */
  restarts: number
}

/** Milliseconds: a thousand finished uploads are not deleted in a thousand transactions. */
const DELETE_EVERY = 200
/** A file that is uploaded sooner than this many milliseconds needs no copy. */
const COPY_AFTER = 3000

export type UploadPersistence = ReturnType<typeof createUploadPersistence>

/**
 * Stores on the device what is needed to continue uploads on another day, for as long as it is needed. Never rejects. `later` runs work after so many
 * milliseconds.
 */
export function createUploadPersistence(
  records: UploadRecords,
  copies: FileCopies,
  runAfter: (milliseconds: number, work: () => void) => void,
) {
  let isPersistent = true
  let finished: UploadRecord[] = []
  let isCopying = false
  /** Whether files joined while others were being copied. */
  let isCopyDue = false
  let finishedCount = 0
  /** Ids of deleted records: a change under way for one of them must not store it again. */
  const forgotten = new Set<string>()
  /** Ids with a copy made in this visit. A record object from before the copy still says copied: false. */
  const copied = new Set<string>()

  async function put(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) isPersistent = await records.put(entries.map(({ record }) => record))
  }

  function remove(gone: readonly UploadRecord[]): void {
    for (const { id } of gone) forgotten.add(id)
    void records.remove(gone.map(({ id }) => id))
    // Looking for a copy of each file would take longer than sending a small file.
    const withCopy = gone.filter((record) => copied.delete(record.id) || record.copied)
    if (withCopy.length > 0) void copies.remove(withCopy.map(({ id }) => id))
  }

  /** Changes the record, and stores it unless it was deleted. */
  async function change(entry: Entry, changed: Partial<UploadRecord>): Promise<void> {
    entry.record = { ...entry.record, ...changed }
    if (!forgotten.has(entry.record.id)) await put([entry])
  }

  /** After a while copies, one after the other, the files that the browser could not find on another day. */
  function copyLater(entries: () => Iterable<Entry>, onCopied: (entry: Entry) => void): void {
    const before = finishedCount
    runAfter(COPY_AFTER, () => {
      const left = [...entries()].filter(needsCopy).length
      // At this rate the rest will be uploaded before it could be copied: small files are uploaded faster than they are copied.
      if (left > 0 && finishedCount - before >= left) copyLater(entries, onCopied)
      else void copyAll(entries, onCopied)
    })
  }

  async function copyAll(entries: () => Iterable<Entry>, onCopied: (entry: Entry) => void): Promise<void> {
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
    // The upload may have ended meanwhile. Not `needsCopy`: that is also false if another writer made the copy, which must stay then.
    if (forgotten.has(id) || entry.state.phase === 'done') return copies.remove([id])
    copied.add(id)
    await change(entry, { copied: true })
    onCopied(entry)
  }

  return {
    /** Whether what is stored outlives the worker; set with the first record. */
    get isPersistent(): boolean {
      return isPersistent
    },
    async keep(...entries: Entry[]): Promise<void> {
      for (const { record } of entries) forgotten.delete(record.id)
      await put(entries)
    },
    change,
    forget: (record: UploadRecord) => remove([record]),
    /** As `forget`, in a batch. */
    forgetSoon(record: UploadRecord): void {
      finishedCount += 1
      finished.push(record)
      if (finished.length > 1) return
      runAfter(DELETE_EVERY, () => {
        remove(finished)
        finished = []
      })
    },
    copyLater,
  }
}

function needsCopy({ file, record, state }: Entry): boolean {
  return file !== null && record.handle === null && !record.copied && state.phase !== 'done'
}
