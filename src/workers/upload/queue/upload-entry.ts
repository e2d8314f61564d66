import { BATCH_FILE_BYTES, CHUNK_SIZE } from '../../../../contract/limits.ts'
import { refuseFile, refuseFolders } from '../../../../contract/rules/storage/refuse-file.ts'
import type { UploadRecord } from '../persistence/upload-records.ts'
import type { JoiningEntry, JoiningFile, UploadCommand } from '../protocol/upload-api.ts'
import { describeUploadFailure, ownFailure, StepFailure } from '../protocol/upload-failures.ts'
import { isSettled, type UploadFailure, type UploadItem, type UploadState } from '../protocol/upload-state.ts'
import { isSameFile } from '../persistence/find-file.ts'
import type { Entry, UploadPersistence } from '../persistence/upload-persistence.ts'

/** Capacity for concurrent uploads: two long files, six short ones, or as many small ones as fill three batches. */
const CAPACITY = 6
const COST_OF_LONG = 3
/** A short file mostly waits for answers. */
const COST_OF_SHORT = 1
const COST_OF_SMALL = 1 / 32

const NOT_STARTED = { isStarted: false, isBusy: false, restarts: 0 }

export function joinEntry(account: string, one: JoiningEntry, position: number): Entry {
  const { file, ...fields } = one.kind === 'file' ? one : { ...one, file: null, lastModified: 0, handle: null }
  const stored = { account, place: position, size: file?.size ?? 0, hold: null, fingerprint: null, copied: false }
  const record: UploadRecord = { ...fields, ...stored }
  return { record, file, state: { phase: 'waiting' }, ...NOT_STARTED }
}

/** For a record of an earlier visit. */
export function loadEntry(record: UploadRecord): Entry {
  return { record, file: null, state: stateOf(record), ...NOT_STARTED }
}

function stateOf({ hold }: UploadRecord): UploadState {
  if (hold === 'paused') return { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
  return hold === null || hold === 'aborted' ? { phase: 'waiting' } : { phase: 'failed', failure: hold }
}

export function refusalOf({ record: { kind, name, path, size } }: Entry): UploadFailure | undefined {
  const code = kind === 'file' ? (refuseFile({ name, size }) ?? refuseFolders(path)) : refuseFolders([...path, name])
  return code && describeUploadFailure(new StepFailure('check', ownFailure(code)))
}

/** The waiting entries that fit into the free capacity, in their order. */
export function nextInLine(entries: readonly Entry[]): Entry[] {
  let left = CAPACITY
  for (const entry of entries) if (entry.isBusy) left -= costOf(entry)
  const next: Entry[] = []
  for (const entry of entries) {
    if (left <= 0) break
    if (entry.isBusy || entry.state.phase !== 'waiting') continue
    // The first one starts even if it needs more than is free; otherwise short ones could delay it for ever.
    left -= costOf(entry)
    next.push(entry)
  }
  return next
}

function costOf({ record }: Entry): number {
  if (record.size > CHUNK_SIZE) return COST_OF_LONG
  return record.size > BATCH_FILE_BYTES ? COST_OF_SHORT : COST_OF_SMALL
}

/** The position before the entry of this id, or after all others; need not be a whole number. */
export function positionBefore(others: readonly Entry[], before: string | null): number {
  const found = others.findIndex(({ record }) => record.id === before)
  const at = found < 0 ? others.length : found
  const [above, below] = [others[at - 1]?.record.place, others[at]?.record.place]
  if (below === undefined) return (above ?? 0) + 1
  return above === undefined ? below - 1 : (above + below) / 2
}

/** `isPersistent`: records outlive the worker. */
export function itemOf({ record, state }: Entry, isPersistent: boolean): UploadItem {
  const { id, kind, name, size, folderId, path } = record
  const canBeFound = kind === 'folder' || record.copied || record.handle !== null
  return { id, kind, name, size, folderId, path, kept: canBeFound && isPersistent, state }
}

/**
 * Adds entries to the queue, and files to entries that need one. Both resolve when the device has stored the change, as far as it can. `onJoined` is
 * called when there are more entries, or more that can start.
 */
export function createJoining({
  account,
  persistence,
  entries,
  steps,
  onJoined,
}: {
  readonly account: string
  readonly persistence: UploadPersistence
  readonly entries: () => Map<string, Entry>
  readonly steps: {
    readonly fail: (entry: Entry, failure: UploadFailure) => void
    readonly free: (entry: Entry) => void
    readonly show: (entry: Entry) => void
    readonly setState: (entry: Entry, state: UploadState) => void
  }
  readonly onJoined: () => void
}) {
  function join(one: JoiningEntry, position: number): Entry {
    const entry = joinEntry(account, one, position)
    entries().set(one.id, entry)
    const refusal = refusalOf(entry)
    if (refusal) steps.fail(entry, refusal)
    else steps.show(entry)
    return entry
  }

  /** An upload to the same location that needs this very file. */
  async function findNeeding({ name, folderId, path, replaces, file }: JoiningFile): Promise<Entry | undefined> {
    for (const entry of entries().values()) {
      const { record, state } = entry
      if (state.phase !== 'needs-file' || record.name !== name || record.folderId !== folderId) continue
      if (record.path.join('/') !== path.join('/') || record.replaces !== replaces) continue
      if (await isSame(entry, file)) return entry
    }
    return undefined
  }

  function provideTo(entry: Entry, { file, handle }: { file: Blob; handle: FileSystemFileHandle | null }): void {
    entry.file = file
    if (handle) entry.record = { ...entry.record, handle }
    steps.free(entry)
  }

  async function provide(files: Extract<UploadCommand, { kind: 'provide' }>['files']): Promise<void> {
    for (const given of files) {
      const entry = entries().get(given.id)
      if (!entry || entry.file || isSettled(entry.state)) continue
      const same = await isSame(entry, given.file)
      if (entry.file || !entries().has(given.id)) continue
      if (entry.state.phase !== 'needs-file') entry.file = same ? given.file : null
      else if (same) provideTo(entry, given)
      else steps.setState(entry, { phase: 'needs-file', why: 'changed' })
    }
    onJoined()
  }

  return {
    provide,
    async add(joining: readonly JoiningEntry[]): Promise<void> {
      const last = Math.max(0, ...[...entries().values()].map(({ record }) => record.place))
      const added: Entry[] = []
      const known: JoiningFile[] = []
      for (const [index, one] of joining.entries()) {
        if (entries().has(one.id)) {
          if (one.kind === 'file') known.push(one)
          continue
        }
        const needing = one.kind === 'file' ? await findNeeding(one) : undefined
        if (needing && one.kind === 'file') provideTo(needing, one)
        else added.push(join(one, last + 1 + index))
      }
      // A tab repeats its entries to a new worker, because the last one may not have stored them.
      if (known.length > 0) await provide(known)
      onJoined()
      await persistence.keep(...added)
      for (const entry of added) steps.show(entry)
      persistence.copyLater(() => entries().values(), steps.show)
    },
  }
}

function isSame({ record }: Entry, file: Blob): Promise<boolean> {
  return isSameFile(record, file).catch(() => false)
}
