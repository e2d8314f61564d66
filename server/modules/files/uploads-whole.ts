import { randomUUID } from 'node:crypto'
import type { StoredFile } from '../../../contract/endpoints/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { ByteSource } from '../../blobs/byte-store.ts'
import type { StorageParts } from '../../blobs/storage-parts.ts'
import { fileBytes, hasBytes, recordObject } from './files-filing.ts'
import { ownerOf } from './files-owner.ts'
import { writeObjects } from './object-leases.ts'
import { checkRoom, newBytes, sameBytes } from './storage-room.ts'
import { checkFileName, checkUploadContent } from './uploads-content.ts'

/** What is said about a file that comes in one piece; asked after its bytes have ended, because the fields may follow them. */
export interface WholeClaim {
  readonly name: string
  readonly folderId: string | null
  readonly md5: string | undefined
}

/**
 * Stores a file that comes in one piece. Throws 'storage.file_mismatch' when the bytes do not have the claimed MD5, 'storage.quota_person' or
 * 'storage.quota_unit', and what names, content and folders may throw; then nothing of it stays.
 */
export async function receiveWhole(
  { bytes }: StorageParts,
  source: ByteSource,
  claim: () => WholeClaim,
  call: StreamCall,
): Promise<StoredFile> {
  const owner = ownerOf(call)
  const place = { unitId: owner.unitId, uploadId: randomUUID() }
  try {
    const size = await bytes.writeWhole(place, source)
    const upload = { ...place, size }
    const { name, folderId, md5 } = claim()
    const to = { name: checkFileName(name), folderId }
    await checkUploadContent(bytes, upload, to.name)
    const digest = await bytes.digestUpload(upload)
    if (md5 !== undefined && md5 !== digest.md5) throw new PortalError('storage.file_mismatch')
    const kept = { ...digest, size }
    // Before the bytes get their final place, where only upkeep would find what was refused.
    await call.inUnit(async (tx) => {
      if (!(await hasBytes(tx, owner, kept.sha256))) await checkRoom(tx, newBytes(size))
    })
    return await writeObjects(call, [kept.sha256], {
      write: () => bytes.keepObject(upload, kept.sha256),
      async record(tx) {
        const more = (await hasBytes(tx, owner, kept.sha256)) ? sameBytes(size) : newBytes(size)
        await recordObject(tx, owner, kept)
        return fileBytes(tx, owner, kept, to, more)
      },
    })
  } finally {
    await bytes.discardUpload(place)
  }
}
