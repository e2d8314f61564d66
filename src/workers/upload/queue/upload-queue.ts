import type { FileCopies } from '../persistence/file-copies.ts'
import type { UploadCommand } from '../protocol/upload-api.ts'
import type { UploadRunner } from './upload-runner.ts'
import {
  isSettled,
  type SettledState,
  type UploadChanges,
  type UploadFailure,
  type UploadItem,
  type UploadState,
} from '../protocol/upload-state.ts'
import type { UploadRecord, UploadRecords } from '../persistence/upload-records.ts'
import { createChangeLog } from './change-log.ts'
import { createUploadPersistence, type UploadPersistence } from '../persistence/upload-persistence.ts'
import { findFile, fingerprintOf, type WhyFileIsNeeded } from '../persistence/find-file.ts'
import { createJoining } from './upload-joining.ts'
import type { HashMemory } from '../transfer/run-upload.ts'
import { type Entry, itemOf, loadEntry, nextInLine, placeBefore, refusalOf } from './upload-entry.ts'
import { CHUNK_SIZE, UPLOAD_UNDO_TIME } from '../../../../contract/limits.ts'
import { canGoAhead } from '../transfer/send-chunks.ts'

/** What the queue works with. */
export interface QueueParts {
  /** Whose queue it is. */
  readonly account: string
  createRunner(onState: (id: string, state: UploadState) => void): UploadRunner
  readonly records: UploadRecords
  readonly copies: FileCopies
  readonly later: (milliseconds: number, work: () => void) => void
  readonly onChanges: (changes: UploadChanges) => void
}

/** The uploads of one account. Nothing here rejects: what goes wrong is an item's state. */
export interface UploadQueue {
  /** Takes up what was left by earlier visits. Once, before anything else. */
  open(): Promise<void>
  /** Resolves when the device keeps what was asked, as far as it can. */
  execute(command: UploadCommand): Promise<void>
}

/** A queue without entries. */
export function createUploadQueue(parts: QueueParts): UploadQueue {
  const { account, records, copies } = parts
  /** In their order. */
  let entries = new Map<string, Entry>()
  const persistence = createUploadPersistence(records, copies, parts.later)
  const log = createChangeLog<UploadItem>(parts.onChanges, parts.later)
  const runner = parts.createRunner((id, state) => {
    const entry = entries.get(id)
    // What was said before a pause or a resume was heard comes too late.
    if (entry?.isStarted && entry.isBusy === (state.phase !== 'paused')) setState(entry, state)
  })
  const cancelled = createCancelledUploads({
    records,
    persistence,
    later: parts.later,
    others: () => entries.values(),
    giveUp: (upload) => runner.discard(upload),
  })

  const joining = createJoining({
    account,
    persistence,
    entries: () => entries,
    steps: { fail, free, show, setState },
    onJoined() {
      log.order([...entries.keys()])
      fillPlaces()
    },
  })

  function setState(entry: Entry, state: UploadState): void {
    entry.state = state
    show(entry)
  }

  function show(entry: Entry): void {
    if (entries.has(entry.record.id)) log.note(itemOf(entry, persistence.isPersistent))
  }

  /** After another place was given to one. */
  function sort(): void {
    const sorted = [...entries.values()].toSorted((one, other) => one.record.place - other.record.place)
    entries = new Map(sorted.map((entry) => [entry.record.id, entry]))
    log.order([...entries.keys()])
  }

  /** Gives free places to those that wait. */
  function fillPlaces(): void {
    for (const entry of nextInLine([...entries.values()])) {
      entry.isBusy = true
      if (entry.isStarted) runner.resume(entry.record.id)
      else void run(entry)
    }
  }

  async function run(entry: Entry): Promise<void> {
    const { record } = entry
    const found = record.kind === 'folder' ? { file: null } : await takeFile(entry, copies, persistence)
    if (!isCurrent(entry)) return
    if ('why' in found) return need(entry, found.why)
    const { file } = found
    const memory = await openMemory(entry, records)
    if (!isCurrent(entry)) return
    entry.isStarted = true
    const { id, name, serverid, folderId, path } = record
    const names = record.kind === 'folder' ? [...path, name] : path
    const settled = await runner.start({ id, name, serverid, folderId, path: names }, file, memory)
    if (settled && entries.get(id) === entry) settle(entry, settled, memory.known !== null)
  }

  /** Whether a person has not changed their mind while something was waited for. */
  function isCurrent(entry: Entry): boolean {
    return entries.get(entry.record.id) === entry && entry.isBusy && !entry.isStarted
  }

  function need(entry: Entry, why: WhyFileIsNeeded): void {
    entry.file = null
    entry.isBusy = false
    entry.isStarted = false
    setState(entry, { phase: 'needs-file', why })
    fillPlaces()
  }

  function settle(entry: Entry, state: SettledState, usedMemory: boolean): void {
    entry.isStarted = false
    entry.isBusy = false
    if (state.phase === 'done') {
      setState(entry, state)
      entry.file = null
      persistence.forgetSoon(entry.record)
    } else if (!mend(entry, state.failure, usedMemory)) {
      fail(entry, state.failure)
    }
    fillPlaces()
  }

  /** What ended it may be mended by beginning again; true when that is tried, or when a person is asked for the file. */
  function mend(entry: Entry, { code }: UploadFailure, usedMemory: boolean): boolean {
    const { record } = entry
    const isOther = code === 'storage.file_mismatch' || code === 'storage.chunk_mismatch'
    if (isOther && usedMemory && entry.mended++ < 1) {
      // The file was changed between two visits, where its fingerprint does not show it.
      void records.putHashes(record.id, null).then(() => again(entry))
      return true
    }
    if (code !== 'storage.file_unreadable' || record.kind === 'folder') return false
    if ((record.handle !== null || record.copied) && entry.mended++ < 1) {
      entry.file = null
      again(entry)
    } else {
      need(entry, 'changed')
    }
    return true
  }

  function again(entry: Entry): void {
    if (!entries.has(entry.record.id)) return
    setState(entry, { phase: 'waiting' })
    fillPlaces()
  }

  function fail(entry: Entry, failure: UploadFailure): void {
    // Whoever signs in again wants it to go on.
    void persistence.change(entry, { hold: failure.status === 401 ? null : failure })
    setState(entry, { phase: 'failed', failure })
  }

  /** Lets it wait for its turn, whatever kept it from that. */
  function free(entry: Entry): void {
    void persistence.change(entry, { hold: null })
    setState(entry, { phase: 'waiting' })
  }

  function pause(entry: Entry): void {
    const { phase } = entry.state
    if (isSettled(entry.state) || phase === 'paused' || phase === 'needs-file') return
    entry.isBusy = false
    // The desk knows how far it is, and says so when it stops. Until it has said anything this one still waits, and must not get its place back.
    if (!entry.isStarted || phase === 'waiting') {
      setState(entry, { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 })
    }
    if (entry.isStarted) runner.pause(entry.record.id)
    void persistence.change(entry, { hold: 'paused' })
  }

  function resume(entry: Entry): void {
    if (entry.state.phase === 'paused') free(entry)
  }

  function retry(entry: Entry): void {
    if (entry.state.phase !== 'failed') return
    entry.mended = 0
    const refusal = refusalOf(entry)
    if (refusal) fail(entry, refusal)
    else free(entry)
  }

  function abort(entry: Entry): void {
    const { id } = entry.record
    if (entry.isStarted) runner.abort(id)
    entries.delete(id)
    log.remove(id)
    if (entry.state.phase === 'done') return
    entry.isStarted = false
    entry.isBusy = false
    void persistence.change(entry, { hold: 'aborted' })
    cancelled.add(entry)
  }

  function restore(id: string): void {
    const entry = cancelled.take(id)
    if (!entry) return
    entries.set(id, entry)
    free(entry)
    sort()
  }

  function dismiss({ record, state }: Entry): void {
    if (!isSettled(state)) return
    entries.delete(record.id)
    log.remove(record.id)
    persistence.forget(record)
  }

  function move(id: string, before: string | null): void {
    const entry = entries.get(id)
    if (!entry || id === before) return
    const place = placeBefore(
      [...entries.values()].filter((other) => other !== entry),
      before,
    )
    void persistence.change(entry, { place })
    sort()
  }

  const steps = { pause, resume, retry, abort, dismiss }

  return {
    async open() {
      const left = await records.load(account)
      for (const record of left) if (record.hold !== 'aborted') entries.set(record.id, loadEntry(record))
      for (const entry of entries.values()) show(entry)
      log.order([...entries.keys()])
      void copies.removeOthers(new Set(entries.keys()))
      for (const record of left) if (record.hold === 'aborted') void cancelled.giveUp(record)
      fillPlaces()
    },
    async execute(command) {
      switch (command.kind) {
        case 'add':
          return joining.add(command.entries)
        case 'provide':
          return joining.provide(command.files)
        case 'restore':
          command.ids.forEach(restore)
          break
        case 'move':
          move(command.id, command.before)
          break
        default:
          for (const id of command.ids) {
            const entry = entries.get(id)
            if (entry) steps[command.kind](entry)
          }
      }
      fillPlaces()
    },
  }
}

/** Uploads that were cancelled and can be brought back for a while. */
export interface CancelledUploads {
  add(entry: Entry): void
  /** The one that is brought back, if it still can be. */
  take(id: string): Entry | undefined
  /** For good: what the server has of it takes room there. */
  giveUp(record: UploadRecord): Promise<void>
}

/** None as yet. `others` are the uploads that are not cancelled; `giveUp` tells the server. */
export function createCancelledUploads(parts: {
  readonly records: UploadRecords
  readonly persistence: UploadPersistence
  readonly later: (milliseconds: number, work: () => void) => void
  readonly others: () => Iterable<Entry>
  readonly giveUp: UploadRunner['discard']
}): CancelledUploads {
  const cancelled = new Map<string, Entry>()

  async function giveUp(record: UploadRecord): Promise<void> {
    const { id, size, fingerprint } = record
    const known = await parts.records.readHashes(id)
    parts.persistence.forget(record)
    const hashes = known && 'hashes' in known ? known.hashes : null
    // The same bytes may be on their way to another folder.
    const isShared = [...parts.others()].some(
      (other) => other.record.size === size && other.record.fingerprint === fingerprint,
    )
    if (hashes ? isShared : !canGoAhead(id, size)) return
    // Without an MD5, what was sent is there under the upload's id.
    parts.giveUp({ md5: hashes?.md5 ?? id, size, chunks: Math.ceil(size / CHUNK_SIZE) })
  }

  return {
    add(entry) {
      const { id } = entry.record
      cancelled.set(id, entry)
      parts.later(UPLOAD_UNDO_TIME, () => {
        if (cancelled.get(id) === entry && cancelled.delete(id)) void giveUp(entry.record)
      })
    },
    take(id) {
      const entry = cancelled.get(id)
      cancelled.delete(id)
      return entry
    },
    giveUp,
  }
}

/** The file's bytes, from wherever they can be had, or why somebody has to help. Notes by what it can be known again. */
export async function takeFile(
  entry: Entry,
  copies: FileCopies,
  persistence: UploadPersistence,
): Promise<{ readonly file: Blob } | { readonly why: WhyFileIsNeeded }> {
  const forever = new AbortController().signal
  const found = entry.file ? { file: entry.file } : await findFile(forever, entry.record, copies)
  if ('why' in found || !entry.isBusy || entry.isStarted) return found
  entry.file = found.file
  if (entry.record.fingerprint === null && found.file.size > CHUNK_SIZE) {
    const fingerprint = await fingerprintOf(forever, found.file).catch(() => null)
    void persistence.change(entry, { fingerprint })
  }
  return found
}

/** What is known of the hashes of an entry's file. */
export async function openMemory({ record: { id, size } }: Entry, records: UploadRecords): Promise<HashMemory> {
  // A short file is hashed sooner than its hashes are read.
  if (size <= CHUNK_SIZE) return { known: null, onState: () => {}, onHashes: () => {} }
  return {
    known: await records.readHashes(id),
    onState: (state) => void records.putHashes(id, { state }),
    onHashes: (hashes) => void records.putHashes(id, { hashes }),
  }
}
