import { isFileHandle } from '../protocol/upload-api.ts'
import type { KeptCopies } from './file-copies.ts'
import type { UploadRecord, UploadRecords } from './upload-records.ts'
import type { UploadState } from '../protocol/upload-state.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { hashFile } from '../../hash/hash-file.ts'
import type { EntryKeeper } from './upload-persistence.ts'
import type { Entry } from '../queue/upload-entry.ts'
import type { HashMemory } from '../transfer/run-upload.ts'

export type WhyFileIsNeeded = Extract<UploadState, { phase: 'needs-file' }>['why']

/** The file of a record, or why a person has to help. */
export type FoundFile = { readonly file: Blob } | { readonly why: WhyFileIsNeeded }

/** What browsers with the File System Access API (Chromium) know of a handle, and TypeScript's library does not. */
const hasPermissions = (
  handle: FileSystemFileHandle,
): handle is FileSystemFileHandle & { queryPermission(wanted: { mode: 'read' }): Promise<PermissionState> } =>
  'queryPermission' in handle

/** Finds a file again without asking anybody: by its handle, else by the copy of it. */
export async function findFile(
  signal: AbortSignal,
  record: Pick<UploadRecord, 'id' | 'handle' | 'copied' | 'size' | 'lastModified' | 'fingerprint'>,
  copies: KeptCopies,
): Promise<FoundFile> {
  const copy = record.copied ? await copies.find(record.id) : null
  if (copy?.size === record.size) return { file: copy }
  return isFileHandle(record.handle) ? openHandle(signal, record, record.handle) : { why: 'gone' }
}

async function openHandle(
  signal: AbortSignal,
  record: Pick<UploadRecord, 'size' | 'lastModified' | 'fingerprint'>,
  handle: FileSystemFileHandle,
): Promise<FoundFile> {
  try {
    if (hasPermissions(handle) && (await handle.queryPermission({ mode: 'read' })) !== 'granted') {
      return { why: 'permission' }
    }
    const file = await handle.getFile()
    return (await isSameFile(signal, record, file)) ? { file } : { why: 'changed' }
  } catch {
    signal.throwIfAborted()
    return { why: 'gone' }
  }
}

/**
 * Whether this is the file of the record: by its size and its fingerprint, which looks at a few places; a short one by its time. What differs
 * elsewhere is found by its MD5 before it is stored. Rejects when the file cannot be read.
 */
export async function isSameFile(
  signal: AbortSignal,
  record: Pick<UploadRecord, 'size' | 'lastModified' | 'fingerprint'>,
  file: Blob,
): Promise<boolean> {
  if (file.size !== record.size) return false
  if (record.fingerprint !== null) return (await fingerprintOf(signal, file)) === record.fingerprint
  return !(file instanceof File) || file.lastModified === record.lastModified
}

/** Bytes that are looked at in each place. */
const LENGTH = 64 * 1024

/**
 * Tells a long file from others without reading it: the MD5 of its beginning, middle and end. Null for a file of one chunk at most, which is
 * read in no time. Rejects when the file cannot be read.
 */
export async function fingerprintOf(signal: AbortSignal, file: Blob): Promise<string | null> {
  if (file.size <= CHUNK_SIZE) return null
  const places = [0, Math.floor((file.size - LENGTH) / 2), file.size - LENGTH]
  const looked = new Blob(places.map((place) => file.slice(place, place + LENGTH)))
  return hashFile(signal, looked, () => {})
}

/** The file's bytes, from wherever they can be had, or why somebody has to help. Notes by what it can be known again. */
export async function takeFile(
  entry: Entry,
  copies: KeptCopies,
  keeper: EntryKeeper,
): Promise<{ readonly file: Blob } | { readonly why: WhyFileIsNeeded }> {
  const forever = new AbortController().signal
  const found = entry.file ? { file: entry.file } : await findFile(forever, entry.record, copies)
  if ('why' in found || !entry.isBusy || entry.isStarted) return found
  entry.file = found.file
  if (entry.record.fingerprint === null && found.file.size > CHUNK_SIZE) {
    const fingerprint = await fingerprintOf(forever, found.file).catch(() => null)
    void keeper.change(entry, { fingerprint })
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
