import type { ErrorCode } from '../../../../contract/errors.ts'
import { CHUNK_SIZE, BATCH_FILE_BYTES } from '../../../../contract/limits.ts'
import { ownFailure } from '../protocol/call-failure.ts'
import { refuseFile, refuseFolders } from '../../../../contract/rules/refuse-file.ts'
import type { JoiningFile, JoiningFolder } from '../protocol/upload-command.ts'
import type { UploadItem } from '../protocol/upload-item.ts'
import type { UploadRecord } from '../persistence/upload-records.ts'
import type { UploadFailure, UploadState } from '../protocol/upload-state.ts'

/** Uploads that are under way at once take so many places: two long files, six short ones, or as many small ones as fit into three calls. */
const PLACES = 6
/** Places that a long file takes, a short one, which mostly waits for answers, and one that travels with others, of which three calls can be full. */
const PLACES_OF_LONG = 3
const PLACES_OF_SHORT = 1
const PLACES_OF_SMALL = 1 / 32

/** One upload, as the queue has it. */
export interface Entry {
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

const UNTOUCHED = { isStarted: false, isBusy: false, mended: 0 }

/** An entry that is new. */
export function joinEntry(account: string, one: JoiningFile | JoiningFolder, place: number): Entry {
  const { id, kind, name, folderId, path, serverid } = one
  const about = kind === 'file' ? one : { file: null, lastModified: 0, maxSize: null, handle: null }
  const record: UploadRecord = {
    id,
    account,
    kind,
    name,
    folderId,
    path: [...path],
    serverid,
    place,
    size: about.file?.size ?? 0,
    lastModified: about.lastModified,
    maxSize: about.maxSize,
    hold: null,
    fingerprint: null,
    handle: about.handle,
    copied: false,
  }
  return { record, file: about.file, state: { phase: 'waiting' }, ...UNTOUCHED }
}

/** An entry that an earlier visit left. */
export function loadEntry(record: UploadRecord): Entry {
  return { record, file: null, state: stateOf(record), ...UNTOUCHED }
}

function stateOf({ hold }: UploadRecord): UploadState {
  if (hold === 'paused') return { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
  return hold === null || hold === 'aborted' ? { phase: 'waiting' } : { phase: 'failed', failure: hold }
}

/** Why an upload need not even begin. */
export function refusalOf({ record: { kind, name, path, size, maxSize } }: Entry): UploadFailure | undefined {
  const code =
    kind === 'file'
      ? (refuseFile({ name, size }, maxSize ?? undefined) ?? refuseFolders(path))
      : refuseFolders([...path, name])
  return code && refused(code)
}

function refused(code: ErrorCode): UploadFailure {
  const { status, text } = ownFailure(code)
  return { kind: 'checkerror', code, status, message: text }
}

/** Those that wait and for which there are places, in their order. */
export function nextInLine(entries: readonly Entry[]): Entry[] {
  let left = PLACES
  for (const entry of entries) if (entry.isBusy) left -= placesOf(entry)
  const next: Entry[] = []
  for (const entry of entries) {
    if (left <= 0) break
    if (entry.isBusy || entry.state.phase !== 'waiting') continue
    // The first that waits is let in even where it needs more than is free, or short ones would keep it out for ever.
    left -= placesOf(entry)
    next.push(entry)
  }
  return next
}

/** How many of the places it takes. */
function placesOf({ record }: Entry): number {
  if (record.size > CHUNK_SIZE) return PLACES_OF_LONG
  return record.size > BATCH_FILE_BYTES ? PLACES_OF_SHORT : PLACES_OF_SMALL
}

/** A place in the queue before the entry of this id, or behind all others. */
export function placeBefore(others: readonly Entry[], before: string | null): number {
  const found = others.findIndex(({ record }) => record.id === before)
  const at = found < 0 ? others.length : found
  const [above, below] = [others[at - 1]?.record.place, others[at]?.record.place]
  if (below === undefined) return (above ?? 0) + 1
  return above === undefined ? below - 1 : (above + below) / 2
}

/** As every tab shows it. `isPersistent`: records outlive the worker. */
export function itemOf({ record, state }: Entry, isPersistent: boolean): UploadItem {
  const { id, kind, name, size, folderId, path } = record
  const isFound = kind === 'folder' || record.copied || record.handle !== null
  return { id, kind, name, size, folderId, path, kept: isFound && isPersistent, state }
}
