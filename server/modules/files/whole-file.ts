import { randomUUID } from 'node:crypto'
import type { StoredFile, base64Image } from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { ByteSource, ByteStore, UploadRef, StorageDeps } from '../../blobs/byte-store.ts'
import type { Destination } from './stored-file.ts'
import { fileBytes, hasBytes, recordObjects } from './filing.ts'
import { ownerOf, checkName } from './entries.ts'
import { writeObjects } from './object-leases.ts'
import { checkQuota, newBytes, sameBytes } from './quotas.ts'
import { isBlockedFileType } from '../../../contract/rules/storage/file-types.ts'
import { HEAD_LENGTH, isBlockedContent, isPictureOf, decodeBase64 } from '../../blobs/content-kind.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'

/** Where a sender wants a file; without a folder at the top. */
interface AskedDestination {
  readonly name: string
  readonly folderId?: string | undefined
  readonly replaces?: string | undefined
}

/**
 * Stores a file in one piece. Throws 'storage.file_mismatch' when the bytes do not have the claimed MD5, 'storage.quota_person' or
 * 'storage.quota_unit', and the errors of names, content and folders; then nothing is stored. `claim` is read after the bytes have ended, because the
 * fields may follow them.
 */
export async function receiveWhole(
  { bytes }: StorageDeps,
  source: ByteSource,
  claim: () => AskedDestination & { readonly md5?: string | undefined },
  call: StreamCall,
): Promise<StoredFile> {
  const owner = ownerOf(call)
  const ref = { unitId: owner.unitId, uploadId: randomUUID() }
  try {
    const size = await bytes.writeWhole(ref, source)
    const upload = { ...ref, size }
    const { md5, ...asked } = claim()
    const to = destinationOf(asked)
    await checkUploadContent(bytes, upload, to.name)
    const digest = await bytes.digestUpload(upload)
    if (md5 !== undefined && md5 !== digest.md5) throw new PortalError('storage.file_mismatch')
    const kept = { ...digest, size }
    // Before the bytes become an object, which only the cleanup job would remove after a refusal.
    await call.inUnit(async (tx) => {
      if (!(await hasBytes(tx, owner, kept.sha256))) await checkQuota(tx, newBytes(size))
    })
    return await writeObjects(call, [kept.sha256], {
      write: () => bytes.keepObject(upload, kept.sha256),
      async record(tx) {
        const added = (await hasBytes(tx, owner, kept.sha256)) ? sameBytes(size) : newBytes(size)
        await recordObjects(tx, owner, [kept])
        return fileBytes(tx, owner, kept, to, added)
      },
    })
  } finally {
    await bytes.discardUpload(ref)
  }
}

/** The stored form of a name; throws 'storage.name_invalid', or 'storage.type_blocked' for a blocked extension. */
export function checkFileName(name: string): string {
  const kept = checkName(name)
  if (isBlockedFileType(kept)) throw new PortalError('storage.type_blocked')
  return kept
}

/** The place of an upload; throws the errors of `checkFileName`. */
export function destinationOf({ name, folderId, replaces }: AskedDestination): Destination {
  return { name: checkFileName(name), folderId: folderId ?? null, replaces }
}

/** Throws 'storage.type_blocked' when the beginning of an upload contradicts its name. */
export async function checkUploadContent(bytes: ByteStore, ref: UploadRef, name: string): Promise<void> {
  if (isBlockedContent(name, await bytes.readHead(ref, HEAD_LENGTH))) throw new PortalError('storage.type_blocked')
}

/** Saves a picture as the caller's own; handed in by app.ts, because accounts build on files. */
export type KeepAccountPicture = (
  deps: StorageDeps,
  picture: Buffer,
  name: string,
  call: StreamCall,
) => Promise<StoredFile>

/**
 * Stores a picture from base64 text, as a file or as the caller's own picture. Throws 'storage.base64_empty' without content,
 * 'storage.base64_name_empty' without a name, and 'storage.base64_invalid' when the text is no base64 or its bytes are not a picture of the named
 * type.
 */
export async function receivePicture(
  { keepAccountPicture, ...deps }: StorageDeps & { readonly keepAccountPicture: KeepAccountPicture },
  { fileName, base64Str, type, purpose }: ParsedRequestOf<typeof base64Image>,
  call: StreamCall,
): Promise<StoredFile> {
  if (base64Str.trim() === '') throw new PortalError('storage.base64_empty')
  if (fileName.trim() === '') throw new PortalError('storage.base64_name_empty')
  const extension = type.toLowerCase()
  const picture = decodeBase64(base64Str)
  if (!picture || !isPictureOf(extension, picture)) throw new PortalError('storage.base64_invalid')
  const name = `${fileName}.${extension}`
  if (purpose === 'account') return keepAccountPicture(deps, picture, name, call)
  const source: ByteSource = async (take) => take(picture)
  return receiveWhole(deps, source, () => ({ name }), call)
}
