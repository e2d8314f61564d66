import { upload, type StoredFile } from '../../../../contract/endpoints/storage.ts'
import { CHUNK_SIZE, DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { fileExtension } from '../../../../contract/rules/file-types.ts'
import { call } from '../../core/api/call.ts'
import { hashing, type HashBridge } from '../../platform/hash.ts'
import { asPortalError } from './as-portal-error.ts'
import { refuseFile } from '../../../../contract/rules/refuse-file.ts'
import type { SingleUpload } from '../../micro-apps/upload-types.ts'

/** A file that passed, with where it goes. */
export type AcceptedUpload = Required<Pick<SingleUpload, 'serverid'>> & {
  readonly file: File
  readonly folderId?: string
}

/** What uploading one file is done with. */
export interface SingleUploadMeans {
  /** Sends a file of more than one chunk. Rejects with PortalError or CallError. */
  readonly sendLarge: (signal: AbortSignal, accepted: AcceptedUpload) => Promise<StoredFile>
  /** The page's worker unless given. */
  readonly hash?: HashBridge
}

/**
 * Uploads one file and resolves to what the server stored. Rejects with the signal's reason, and with PortalError: 'storage.file_missing' without a
 * file, 'storage.too_large' above the limit, 'storage.type_blocked' for a type that is blocked or not asked for, and whatever stopped the upload.
 */
export async function uploadSingle(
  signal: AbortSignal,
  { file, maxSize, types, ...target }: SingleUpload,
  { sendLarge, hash = hashing }: SingleUploadMeans,
): Promise<StoredFile> {
  signal.throwIfAborted()
  if (!file) throw new PortalError('storage.file_missing')
  const refused = refuseFile(file, maxSize)
  if (refused) throw new PortalError(refused)
  if (types && !types.includes(fileExtension(file.name))) throw new PortalError('storage.type_blocked')
  const accepted = { ...target, serverid: target.serverid ?? DEFAULT_SERVER_ID, file }
  try {
    if (file.size > CHUNK_SIZE) return await sendLarge(signal, accepted)
    const payload = { ...accepted, name: file.name, md5: await hash.hashFile(signal, file, () => {}) }
    return await call(upload, payload, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asPortalError(error)
  }
}
