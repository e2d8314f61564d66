import { CHUNK_SIZE, UPLOAD_UNDO_TIME } from '../../../../contract/limits.ts'
import type { FileCopies } from '../persistence/file-copies.ts'
import { findFile, fingerprintOf, type FoundFile, type WhyFileIsNeeded } from '../persistence/find-file.ts'
import { createUploadPersistence, type Entry } from '../persistence/upload-persistence.ts'
import type { UploadRecord, UploadRecords } from '../persistence/upload-records.ts'
import type { UploadCommand } from '../protocol/upload-api.ts'
import {
  isSettled,
  type SettledState,
  type UploadChanges,
  type UploadFailure,
  type UploadState,
} from '../protocol/upload-state.ts'
import { type HashMemory, NO_MEMORY } from '../transfer/run-upload.ts'
import { canGoAhead } from '../transfer/send-chunks.ts'
import { createChangeLog } from './change-log.ts'
import { createJoining, itemOf, loadEntry, nextInLine, positionBefore, refusalOf } from './upload-entry.ts'
import type { UploadRunner } from './upload-runner.ts'

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** The uploads of one account. Never rejects: failures are the states of items. */
export function createUploadQueue({
  account,
  records,
  copies,
  runAfter,
  createRunner,
  onChanges,
}: {
  readonly account: string
  readonly createRunner: (onState: (id: string, state: UploadState) => void) => UploadRunner
  readonly records: UploadRecords
  readonly copies: FileCopies
  readonly runAfter: (milliseconds: number, work: () => void) => void
  readonly onChanges: (changes: UploadChanges) => void
}) {
  /** In queue order. */
  let entries = new Map<string, Entry>()
  /** Aborted uploads that can be restored. */
  const cancelled = new Map<string, Entry>()
  const persistence = createUploadPersistence(records, copies, runAfter)
  const log = createChangeLog(onChanges, runAfter)
  const runner = createRunner((id, state) => {
    const entry = entries.get(id)
    // A state sent before a pause or a resume took effect is outdated.
    if (entry?.isStarted && entry.isBusy === (state.phase !== 'paused')) setState(entry, state)
  })
  const joining = createJoining({
    account,
    persistence,
    entries: () => entries,
    steps: { fail, free, show, setState },
    onJoined() {
      log.order([...entries.keys()])
      startNext()
    },
  })

  function setState(entry: Entry, state: UploadState): void {
    entry.state = state
    show(entry)
  }

  function show(entry: Entry): void {
    if (entries.has(entry.record.id)) log.note(itemOf(entry, persistence.isPersistent))
  }

  /** After the position of an entry has changed. */
  function sort(): void {
    const sorted = [...entries.values()].toSorted((one, other) => one.record.place - other.record.place)
    entries = new Map(sorted.map((entry) => [entry.record.id, entry]))
    log.order([...entries.keys()])
  }

  function startNext(): void {
    for (const entry of nextInLine([...entries.values()])) {
      entry.isBusy = true
      if (entry.isStarted) runner.resume(entry.record.id)
      else void run(entry)
    }
  }

  async function run(entry: Entry): Promise<void> {
    const { record } = entry
    const found = record.kind === 'folder' ? { file: null } : await takeFile(entry)
    if (!mayStart(entry)) return
    if ('why' in found) return needFile(entry, found.why)
    const { file } = found
    const memory = await openHashMemory(record)
    if (!mayStart(entry)) return
    entry.isStarted = true
    const { id, name, serverid, app, folderId, path, replaces } = record
    const names = record.kind === 'folder' ? [...path, name] : path
    const settled = await runner.start({ id, name, serverid, app, folderId, path: names, replaces }, file, memory)
    if (settled && entries.get(id) === entry) settle(entry, settled, memory.known !== null)
  }

  /** Also stores the fingerprint. */
  async function takeFile(entry: Entry): Promise<FoundFile> {
    const found = entry.file ? { file: entry.file } : await findFile(entry.record, copies)
    if ('why' in found || !entry.isBusy || entry.isStarted) return found
    entry.file = found.file
    if (entry.record.fingerprint === null && found.file.size > CHUNK_SIZE) {
      const fingerprint = await fingerprintOf(found.file).catch(() => null)
      void persistence.change(entry, { fingerprint })
    }
    return found
  }

  async function openHashMemory({ id, size }: UploadRecord): Promise<HashMemory> {
    if (size <= CHUNK_SIZE) return NO_MEMORY
    return {
      known: await records.readHashes(id),
      onState: (state) => void records.putHashes(id, { state }),
      onHashes: (hashes) => void records.putHashes(id, { hashes }),
    }
  }

  /** False when it was paused or aborted during an await. */
  function mayStart(entry: Entry): boolean {
    return entries.get(entry.record.id) === entry && entry.isBusy && !entry.isStarted
  }

  function release(entry: Entry): void {
    entry.isStarted = false
    entry.isBusy = false
  }

  function needFile(entry: Entry, why: WhyFileIsNeeded): void {
    entry.file = null
    release(entry)
    setState(entry, { phase: 'needs-file', why })
    startNext()
  }

  function settle(entry: Entry, state: SettledState, usedMemory: boolean): void {
    release(entry)
    if (state.phase === 'done') {
      setState(entry, state)
      entry.file = null
      persistence.forgetSoon(entry.record)
    } else if (!recover(entry, state.failure, usedMemory)) {
      fail(entry, state.failure)
    }
    startNext()
  }

  /** True when the upload starts again, or asks for the file, instead of failing. */
  function recover(entry: Entry, { code }: UploadFailure, usedMemory: boolean): boolean {
    const { record } = entry
    const isOtherFile = code === 'storage.file_mismatch' || code === 'storage.chunk_mismatch'
    if (isOtherFile && usedMemory && entry.restarts++ < 1) {
      // The file was changed between two visits where its fingerprint does not cover it.
      void records.putHashes(record.id, null).then(() => startAgain(entry))
      return true
    }
    if (code !== 'storage.file_unreadable' || record.kind === 'folder') return false
    if ((record.handle !== null || record.copied) && entry.restarts++ < 1) {
      entry.file = null
      startAgain(entry)
    } else {
      needFile(entry, 'changed')
    }
    return true
  }

  function startAgain(entry: Entry): void {
    if (!entries.has(entry.record.id)) return
    setState(entry, { phase: 'waiting' })
    startNext()
  }

  function fail(entry: Entry, failure: UploadFailure): void {
    // After the next sign-in the upload continues.
    void persistence.change(entry, { hold: failure.status === 401 ? null : failure })
    setState(entry, { phase: 'failed', failure })
  }

  /** Lets it wait for its turn again. */
  function free(entry: Entry): void {
    void persistence.change(entry, { hold: null })
    setState(entry, { phase: 'waiting' })
  }

  function pause(entry: Entry): void {
    const { phase } = entry.state
    if (isSettled(entry.state) || phase === 'paused' || phase === 'needs-file') return
    entry.isBusy = false
    // After its first report the runner reports 'paused' itself. Before that the entry still waits, and must not be started again.
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
    entry.restarts = 0
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
    release(entry)
    void persistence.change(entry, { hold: 'aborted' })
    cancelled.set(id, entry)
    runAfter(UPLOAD_UNDO_TIME, () => {
      if (cancelled.get(id) === entry && cancelled.delete(id)) void discard(entry.record)
    })
  }

  /** Deletes an aborted upload for good, also from the server, where its chunks count against the quota. */
  async function discard(record: UploadRecord): Promise<void> {
    const { id, size, fingerprint } = record
    const known = await records.readHashes(id)
    persistence.forget(record)
    const hashes = known && 'hashes' in known ? known.hashes : null
    // The same bytes may be uploaded to another folder.
    const isShared = [...entries.values()].some(
      (other) => other.record.size === size && other.record.fingerprint === fingerprint,
    )
    if (hashes ? isShared : !canGoAhead(id, size)) return
    // The chunks of an upload without an MD5 are stored under its id.
    runner.discard({ md5: hashes?.md5 ?? id, size, chunks: Math.ceil(size / CHUNK_SIZE) })
  }

  function restore(id: string): void {
    const entry = cancelled.get(id)
    if (!entry) return
    cancelled.delete(id)
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
    const others = [...entries.values()].filter((other) => other !== entry)
    void persistence.change(entry, { place: positionBefore(others, before) })
    sort()
  }

  const steps = { pause, resume, retry, abort, dismiss }

  return {
    /** Loads the uploads of earlier visits and continues them. Once, before anything else. */
    async open(): Promise<void> {
      const left = await records.load(account)
      for (const record of left) if (record.hold !== 'aborted') entries.set(record.id, loadEntry(record))
      for (const entry of entries.values()) show(entry)
      log.order([...entries.keys()])
      void copies.removeOthers(new Set(entries.keys()))
      for (const record of left) if (record.hold === 'aborted') void discard(record)
      startNext()
    },
    /** Resolves when the device has stored the change, as far as it can. */
    async execute(command: UploadCommand): Promise<void> {
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
      startNext()
    },
  }
}
