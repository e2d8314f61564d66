import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { hashFile } from '../../hash/hash-chunks.ts'
import { isFileHandle } from '../../file-handle.ts'
import type { UploadState } from '../protocol/upload-state.ts'
import type { FileCopies } from './file-copies.ts'
import type { UploadRecord } from './upload-records.ts'

export type WhyFileIsNeeded = Extract<UploadState, { phase: 'needs-file' }>['why']

/** The file of a record, or why the user has to choose it again. */
export type FoundFile = { readonly file: Blob } | { readonly why: WhyFileIsNeeded }

type KnownFile = Pick<UploadRecord, 'id' | 'handle' | 'copied' | 'size' | 'lastModified' | 'fingerprint'>

/** Part of the File System Access API (Chromium), not of TypeScript's library. */
const hasPermissions = (
  handle: FileSystemFileHandle,
): handle is FileSystemFileHandle & { queryPermission(wanted: { mode: 'read' }): Promise<PermissionState> } =>
  'queryPermission' in handle

/** Finds a file without the user: by its copy, else by its handle. */
export async function findFile(record: KnownFile, copies: FileCopies): Promise<FoundFile> {
  const copy = record.copied ? await copies.find(record.id) : null
  if (copy?.size === record.size) return { file: copy }
  const { handle } = record
  if (!isFileHandle(handle)) return { why: 'gone' }
  try {
    if (hasPermissions(handle) && (await handle.queryPermission({ mode: 'read' })) !== 'granted') {
      return { why: 'permission' }
    }
    const file = await handle.getFile()
    return (await isSameFile(record, file)) ? { file } : { why: 'changed' }
  } catch {
    return { why: 'gone' }
  }
}

/**
 * Compares size and fingerprint, of a short file size and time. A change that the fingerprint does not cover is found by the MD5 before the file is
 * stored. Rejects when the file cannot be read.
 */
export async function isSameFile(
  record: Pick<KnownFile, 'size' | 'lastModified' | 'fingerprint'>,
  file: Blob,
): Promise<boolean> {
  if (file.size !== record.size) return false
  if (record.fingerprint !== null) return (await fingerprintOf(file)) === record.fingerprint
  return !(file instanceof File) || file.lastModified === record.lastModified
}

const forever = new AbortController().signal
/** Bytes of each part that the fingerprint covers. */
const PART = 64 * 1024

/** The MD5 of the file's beginning, middle and end; null for a file of one chunk at most. Rejects when the file cannot be read. */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  if (file.size <= CHUNK_SIZE) return null
  const starts = [0, Math.floor((file.size - PART) / 2), file.size - PART]
  return hashFile(forever, new Blob(starts.map((start) => file.slice(start, start + PART))))
}
