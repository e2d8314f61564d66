import type { ErrorCode } from '../../../contract/errors.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { ownFailure } from './call-failure.ts'
import { createChangeLog } from './change-log.ts'
import { findFile, isSameFile, type WhyFileIsNeeded } from './file-finder.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { KeptCopies } from './kept-copies.ts'
import { refuseFile } from './refuse-file.ts'
import type { JoiningFile, JoiningFolder, UploadCommand } from './upload-command.ts'
import type { UploadDesk } from './upload-desk.ts'
import type { UploadChanges, UploadItem } from './upload-item.ts'
import type { HashMemory } from './upload-job.ts'
import type { UploadRecord, UploadRecords } from './upload-records.ts'
import { isSettled, type SettledState, type UploadFailure, type UploadState } from './upload-state.ts'

/** Uploads that are under way at once take so many places: a long file three, a short one, which mostly waits for answers, one. */
const PLACES = 6
const PLACES_OF_LONG = 3
/** What was taken off the list can be brought back for so many milliseconds. */
const UNDO_TIME = 15_000
const FORGET_EVERY = 200
/** A file that is done sooner than this many milliseconds needs no copy. */
const COPY_AFTER = 3000

/** What the queue works with. */
export interface QueueParts {
  /** Whose queue it is. */
  readonly account: string
  openDesk(onState: (id: string, state: UploadState) => void): UploadDesk
  readonly records: UploadRecords
  readonly copies: KeptCopies
  later(milliseconds: number, work: () => void): void
  onChanges(changes: UploadChanges): void
}

/** The uploads of one account. Nothing here rejects: what goes wrong is an item's state. */
export interface UploadQueue {
  /** Takes up what was left by earlier visits. Once, before anything else. */
  open(): Promise<void>
  /** Resolves when the device keeps what was asked, as far as it can. */
  obey(command: UploadCommand): Promise<void>
}

interface Entry {
  record: UploadRecord
  state: UploadState
  /** The file, while this worker has it. */
  file: Blob | null
  /** The desk has it, be it paused. */
  isStarted: boolean
  /** It takes places. */
  isBusy: boolean
  /** How often it was begun again by itself, for what beginning again can mend. */
  mended: number
}

/** A queue without entries. */
export function createUploadQueue(parts: QueueParts): UploadQueue {
  const { account, records, copies } = parts
  /** In their order. */
  let entries = new Map<string, Entry>()
  const aborted = new Map<string, Entry>()
  const log = createChangeLog<UploadItem>((changes) => parts.onChanges(changes), parts.later)
  const desk = parts.openDesk((id, state) => {
    const entry = entries.get(id)
    // What was said before a pause or a resume was heard comes too late.
    if (entry?.isStarted && entry.isBusy === (state.phase !== 'paused')) setState(entry, state)
  })
  const forever = new AbortController().signal

  /** After another place was given to one. */
  function sort(): void {
    const sorted = [...entries.values()].toSorted((one, other) => one.record.place - other.record.place)
    entries = new Map(sorted.map((entry) => [entry.record.id, entry]))
    log.order([...entries.keys()])
  }

  function setState(entry: Entry, state: UploadState): void {
    entry.state = state
    show(entry)
  }

  function show({ record, state }: Entry): void {
    if (!entries.has(record.id)) return
    const { id, kind, name, size, folderId, path } = record
    const kept = kind === 'folder' || record.copied || record.handle !== null
    log.note({ id, kind, name, size, folderId, path, kept: kept && isPersistent, state })
  }

  /** Whether records outlive the worker; known with the first one. */
  let isPersistent = true

  async function keep(...changed: Entry[]): Promise<void> {
    isPersistent = await records.put(changed.map(({ record }) => record))
  }

  function hold(entry: Entry, next: UploadRecord['hold']): void {
    entry.record = { ...entry.record, hold: next }
    void keep(entry)
  }

  function forget(id: string): void {
    entries.delete(id)
    log.remove(id)
    void records.remove([id])
    void copies.remove([id])
  }

  /** What is done is forgotten together: a folder of a thousand files is not a thousand transactions. */
  let finished: UploadRecord[] = []
  function forgetSoon(record: UploadRecord): void {
    finished.push(record)
    if (finished.length > 1) return
    parts.later(FORGET_EVERY, () => {
      void records.remove(finished.map(({ id }) => id))
      void copies.remove(finished.filter(({ copied }) => copied).map(({ id }) => id))
      finished = []
    })
  }

  /** Gives free places to those that wait. */
  function fillPlaces(): void {
    let free = PLACES
    for (const entry of entries.values()) if (entry.isBusy) free -= placesOf(entry)
    if (free <= 0) return
    for (const entry of entries.values()) {
      if (free <= 0) return
      if (entry.isBusy || entry.state.phase !== 'waiting') continue
      // The first that waits is let in even where it needs more than is free, or short ones would keep it out for ever.
      free -= placesOf(entry)
      entry.isBusy = true
      if (entry.isStarted) desk.resume(entry.record.id)
      else void run(entry)
    }
  }

  async function run(entry: Entry): Promise<void> {
    const { record } = entry
    const file = record.kind === 'folder' ? null : await takeFile(entry)
    if (file === undefined || !isCurrent(entry)) return
    const memory = await openMemory(entry)
    if (!isCurrent(entry)) return
    entry.isStarted = true
    const { id, name, serverid, folderId, path } = record
    const names = record.kind === 'folder' ? [...path, name] : path
    const settled = await desk.start({ id, name, serverid, folderId, path: names }, file, memory)
    if (settled && entries.get(id) === entry) settle(entry, settled, memory.known !== null)
  }

  /** Whether a person has not changed their mind while something was waited for. */
  function isCurrent(entry: Entry): boolean {
    return entries.get(entry.record.id) === entry && entry.isBusy && !entry.isStarted
  }

  /** The file's bytes; undefined when somebody has to help, which is then said. */
  async function takeFile(entry: Entry): Promise<Blob | undefined> {
    const found = entry.file ? { file: entry.file } : await findFile(forever, entry.record, copies)
    if (!isCurrent(entry)) return undefined
    if ('why' in found) {
      need(entry, found.why)
      return undefined
    }
    entry.file = found.file
    if (entry.record.fingerprint === null && found.file.size > CHUNK_SIZE) {
      const fingerprint = await fingerprintOf(forever, found.file).catch(() => null)
      entry.record = { ...entry.record, fingerprint }
      void keep(entry)
    }
    return found.file
  }

  async function openMemory({ record }: Entry): Promise<HashMemory> {
    // A short file is hashed sooner than its hashes are read.
    const isLong = record.size > CHUNK_SIZE
    return {
      known: isLong ? await records.readHashes(record.id) : null,
      onState: (state) => void records.putHashes(record.id, { state }),
      onHashes: (hashes) => {
        if (isLong) void records.putHashes(record.id, { hashes })
      },
    }
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
      forgetSoon(entry.record)
    } else if (!mend(entry, state.failure, usedMemory)) {
      fail(entry, state.failure)
    }
    fillPlaces()
  }

  /** What ended it may be mended by beginning again; true when that is tried, or when a person is asked for the file. */
  function mend(entry: Entry, { code }: UploadFailure, usedMemory: boolean): boolean {
    const isOther = code === 'storage.file_mismatch' || code === 'storage.chunk_mismatch'
    if (isOther && usedMemory && entry.mended++ < 1) {
      // The file was changed between two visits, where its fingerprint does not show it.
      void records.putHashes(entry.record.id, null).then(() => again(entry))
      return true
    }
    if (code !== 'storage.file_unreadable' || entry.record.kind === 'folder') return false
    if ((entry.record.handle !== null || entry.record.copied) && entry.mended++ < 1) {
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
    hold(entry, failure.status === 401 ? null : failure)
    setState(entry, { phase: 'failed', failure })
  }

  async function add(joining: readonly (JoiningFile | JoiningFolder)[]): Promise<void> {
    const last = Math.max(0, ...[...entries.values()].map(({ record }) => record.place))
    const made: Entry[] = []
    for (const [index, one] of joining.entries()) {
      if (entries.has(one.id)) {
        // Another tab tells again what it has, because it does not know what was heard before.
        if (one.kind === 'file') await provide([one])
        continue
      }
      const waiting = one.kind === 'file' ? await findNeeding(one) : undefined
      if (waiting && one.kind === 'file') provideTo(waiting, one)
      else made.push(join(one, last + 1 + index))
    }
    log.order([...entries.keys()])
    fillPlaces()
    await keep(...made)
    for (const entry of made) show(entry)
    parts.later(COPY_AFTER, () => void keepCopies())
  }

  function join(one: JoiningFile | JoiningFolder, place: number): Entry {
    const { id, kind, name, folderId, path, serverid } = one
    const about = kind === 'file' ? one : { file: null, lastModified: 0, maxSize: null, handle: null }
    const size = about.file?.size ?? 0
    const record: UploadRecord = {
      ...{ id, account, kind, name, size, folderId, path: [...path], serverid, place },
      lastModified: about.lastModified,
      maxSize: about.maxSize,
      hold: null,
      fingerprint: null,
      handle: about.handle,
      copied: false,
    }
    const entry: Entry = {
      ...{ record, file: about.file, state: { phase: 'waiting' } as const },
      ...{ isStarted: false, isBusy: false, mended: 0 },
    }
    entries.set(id, entry)
    const refusal = refuseFile({ name, size }, record.maxSize ?? undefined)
    if (refusal && kind === 'file') fail(entry, refused(refusal))
    else show(entry)
    return entry
  }

  /** An upload for the same place that waits for this very file. */
  async function findNeeding({ name, folderId, path, file }: JoiningFile): Promise<Entry | undefined> {
    for (const entry of entries.values()) {
      const { record, state } = entry
      if (state.phase !== 'needs-file' || record.name !== name || record.folderId !== folderId) continue
      if (record.path.join('/') === path.join('/') && (await isSame(entry, file))) return entry
    }
    return undefined
  }

  function isSame({ record }: Entry, file: Blob): Promise<boolean> {
    return isSameFile(forever, record, file).catch(() => false)
  }

  function provideTo(entry: Entry, { file, handle }: { file: Blob; handle: FileSystemFileHandle | null }): void {
    entry.file = file
    if (handle) entry.record = { ...entry.record, handle }
    hold(entry, null)
    setState(entry, { phase: 'waiting' })
  }

  async function provide(files: Extract<UploadCommand, { kind: 'provide' }>['files']): Promise<void> {
    for (const given of files) {
      const entry = entries.get(given.id)
      if (!entry || entry.file || isSettled(entry.state)) continue
      const same = await isSame(entry, given.file)
      if (entry.file || !entries.has(given.id)) continue
      if (!same) {
        if (entry.state.phase === 'needs-file') setState(entry, { phase: 'needs-file', why: 'changed' })
      } else if (entry.state.phase === 'needs-file') {
        provideTo(entry, given)
      } else {
        entry.file = given.file
      }
    }
    fillPlaces()
  }

  function pause(entry: Entry): void {
    const { phase } = entry.state
    if (isSettled(entry.state) || phase === 'paused' || phase === 'needs-file') return
    entry.isBusy = false
    // The desk knows how far it is, and says so when it stops. Until it has said anything this one still waits, and must not get its place back.
    if (!entry.isStarted || phase === 'waiting') {
      setState(entry, { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 })
    }
    if (entry.isStarted) desk.pause(entry.record.id)
    hold(entry, 'paused')
  }

  function resume(entry: Entry): void {
    if (entry.state.phase !== 'paused') return
    hold(entry, null)
    setState(entry, { phase: 'waiting' })
  }

  function retry(entry: Entry): void {
    if (entry.state.phase !== 'failed') return
    entry.mended = 0
    const { name, size, maxSize, kind } = entry.record
    const refusal = kind === 'file' ? refuseFile({ name, size }, maxSize ?? undefined) : undefined
    if (refusal) return fail(entry, refused(refusal))
    hold(entry, null)
    setState(entry, { phase: 'waiting' })
  }

  function abort(entry: Entry): void {
    const { id } = entry.record
    if (entry.isStarted) desk.abort(id)
    entries.delete(id)
    log.remove(id)
    if (entry.state.phase === 'done') return
    entry.isStarted = false
    entry.isBusy = false
    hold(entry, 'aborted')
    aborted.set(id, entry)
    parts.later(UNDO_TIME, () => {
      if (aborted.get(id) === entry && aborted.delete(id)) forget(id)
    })
  }

  function restore(id: string): void {
    const entry = aborted.get(id)
    if (!entry) return
    aborted.delete(id)
    entries.set(id, entry)
    hold(entry, null)
    setState(entry, { phase: 'waiting' })
    sort()
  }

  function dismiss(entry: Entry): void {
    if (isSettled(entry.state)) forget(entry.record.id)
  }

  function move(id: string, before: string | null): void {
    const entry = entries.get(id)
    if (!entry || id === before) return
    const others = [...entries.values()].filter((other) => other !== entry)
    const found = others.findIndex(({ record }) => record.id === before)
    const at = found < 0 ? others.length : found
    const [above, below] = [others[at - 1]?.record.place, others[at]?.record.place]
    const place = above === undefined ? (below ?? 1) - 1 : below === undefined ? above + 1 : (above + below) / 2
    entry.record = { ...entry.record, place }
    void keep(entry)
    sort()
  }

  /** Copies, one after the other, what would have to be asked for again after this visit. */
  let isCopying = false
  async function keepCopies(): Promise<void> {
    if (isCopying || !isPersistent) return
    isCopying = true
    for (const entry of entries.values()) {
      const { id, handle, copied } = entry.record
      if (!entry.file || handle !== null || copied || entry.state.phase === 'done') continue
      if (!(await copies.keep(id, entry.file))) continue
      if (!entries.has(id) || entry.state.phase === 'done') {
        await copies.remove([id])
        continue
      }
      entry.record = { ...entry.record, copied: true }
      await keep(entry)
      show(entry)
    }
    isCopying = false
  }

  function forEach(ids: readonly string[], work: (entry: Entry) => void): void {
    for (const id of ids) {
      const entry = entries.get(id)
      if (entry) work(entry)
    }
  }

  return {
    async open() {
      const left = await records.load(account)
      const gone = left.filter(({ hold: held }) => held === 'aborted').map(({ id }) => id)
      await records.remove(gone)
      for (const record of left) {
        if (record.hold === 'aborted') continue
        const entry = { record, state: stateOf(record), file: null, isStarted: false, isBusy: false, mended: 0 }
        entries.set(record.id, entry)
        show(entry)
      }
      log.order([...entries.keys()])
      void copies.removeOthers(new Set(entries.keys()))
      fillPlaces()
    },
    async obey(command) {
      switch (command.kind) {
        case 'add':
          return add(command.entries)
        case 'provide':
          return provide(command.files)
        case 'pause':
          forEach(command.ids, pause)
          break
        case 'resume':
          forEach(command.ids, resume)
          break
        case 'abort':
          forEach(command.ids, abort)
          break
        case 'restore':
          command.ids.forEach(restore)
          break
        case 'retry':
          forEach(command.ids, retry)
          break
        case 'dismiss':
          forEach(command.ids, dismiss)
          break
        case 'move':
          move(command.id, command.before)
      }
      fillPlaces()
    },
  }
}

function placesOf({ record }: Entry): number {
  return record.size > CHUNK_SIZE ? PLACES_OF_LONG : 1
}

function stateOf({ hold }: UploadRecord): UploadState {
  if (hold === 'paused') return { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
  return hold === null || hold === 'aborted' ? { phase: 'waiting' } : { phase: 'failed', failure: hold }
}

function refused(code: ErrorCode): UploadFailure {
  const { status, text } = ownFailure(code)
  return { kind: 'checkerror', code, status, message: text }
}
