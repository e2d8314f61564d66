import { isFileHandle } from '../protocol/upload-api.ts'
import type { FileCopies } from './file-copies.ts'
import type { UploadRecord } from './upload-records.ts'
import type { UploadState } from '../protocol/upload-state.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { hashFile } from '../../hash/hash-file.ts'

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
  copies: FileCopies,
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
