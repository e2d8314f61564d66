import { BATCH_FILE_BYTES, CHUNK_SIZE } from '../../../../contract/limits.ts'
import { refuseFile, refuseFolders } from '../../../../contract/rules/refuse-file.ts'
import type { UploadRecord } from '../persistence/upload-records.ts'
import type { JoiningEntry } from '../protocol/upload-api.ts'
import { failureOfCode } from '../protocol/upload-failures.ts'
import type { UploadFailure, UploadItem, UploadState } from '../protocol/upload-state.ts'

/** Capacity for concurrent uploads: two long files, six short ones, or as many small ones as fill three batches. */
const CAPACITY = 6
const COST_OF_LONG = 3
/** A short file mostly waits for answers. */
const COST_OF_SHORT = 1
const COST_OF_SMALL = 1 / 32

/** One upload in the queue. */
export interface Entry {
  record: UploadRecord
  state: UploadState
  /** The file, while this worker has it. */
  file: Blob | null
  /** The runner has it, paused or not. */
  isStarted: boolean
  /** It counts against the capacity. */
  isBusy: boolean
  /** How often it was started again without the user. */
  restarts: number
}

const NOT_STARTED = { isStarted: false, isBusy: false, restarts: 0 }

/** A new entry. */
export function joinEntry(account: string, one: JoiningEntry, position: number): Entry {
  const { id, kind, name, folderId, path, serverid } = one
  const { file, lastModified, maxSize, handle } =
    kind === 'file' ? one : { file: null, lastModified: 0, maxSize: null, handle: null }
  const record: UploadRecord = {
    id,
    account,
    kind,
    name,
    folderId,
    path: [...path],
    serverid,
    place: position,
    size: file?.size ?? 0,
    lastModified,
    maxSize,
    hold: null,
    fingerprint: null,
    handle,
    copied: false,
  }
  return { record, file, state: { phase: 'waiting' }, ...NOT_STARTED }
}

/** An entry of an earlier visit. */
export function loadEntry(record: UploadRecord): Entry {
  return { record, file: null, state: stateOf(record), ...NOT_STARTED }
}

function stateOf({ hold }: UploadRecord): UploadState {
  if (hold === 'paused') return { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
  return hold === null || hold === 'aborted' ? { phase: 'waiting' } : { phase: 'failed', failure: hold }
}

/** Why an upload is refused before it starts. */
export function refusalOf({ record: { kind, name, path, size, maxSize } }: Entry): UploadFailure | undefined {
  const code =
    kind === 'file'
      ? (refuseFile({ name, size }, maxSize ?? undefined) ?? refuseFolders(path))
      : refuseFolders([...path, name])
  return code && failureOfCode('checkerror', code)
}

/** The waiting entries that fit into the free capacity, in their order. */
export function nextInLine(entries: readonly Entry[]): Entry[] {
  let left = CAPACITY
  for (const entry of entries) if (entry.isBusy) left -= costOf(entry)
  const next: Entry[] = []
  for (const entry of entries) {
    if (left <= 0) break
    if (entry.isBusy || entry.state.phase !== 'waiting') continue
    // The first one starts even if it needs more than is free, or short ones would keep it waiting for ever.
    left -= costOf(entry)
    next.push(entry)
  }
  return next
}

function costOf({ record }: Entry): number {
  if (record.size > CHUNK_SIZE) return COST_OF_LONG
  return record.size > BATCH_FILE_BYTES ? COST_OF_SHORT : COST_OF_SMALL
}

/** The position before the entry of this id, or behind all others; positions need not be whole numbers. */
export function positionBefore(others: readonly Entry[], before: string | null): number {
  const found = others.findIndex(({ record }) => record.id === before)
  const at = found < 0 ? others.length : found
  const [above, below] = [others[at - 1]?.record.place, others[at]?.record.place]
  if (below === undefined) return (above ?? 0) + 1
  return above === undefined ? below - 1 : (above + below) / 2
}

/** The entry as every tab shows it. `isPersistent`: records outlive the worker. */
export function itemOf({ record, state }: Entry, isPersistent: boolean): UploadItem {
  const { id, kind, name, size, folderId, path } = record
  const canBeFound = kind === 'folder' || record.copied || record.handle !== null
  return { id, kind, name, size, folderId, path, kept: canBeFound && isPersistent, state }
}
