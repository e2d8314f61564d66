import type { secondUploadCheck, StoredFile } from '../../../contract/endpoints/storage.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { fileOwnBytes } from './files-filing.ts'
import { ownerOf } from './files-owner.ts'
import { checkRoom, newBytes } from './storage-room.ts'
import { checkFileName } from './uploads-content.ts'
import { isUploading } from './uploads-rows.ts'

/**
 * Files bytes that the caller already has under the given name, so that nothing needs to be sent; null when the caller has none of this MD5.
 * What other people have makes no difference, or an MD5 would tell whether somebody has a certain file, and give it away. Throws
 * 'storage.quota_person' or 'storage.quota_unit' when there is no room for it; for bytes that are yet to be sent only to a client that says how many.
 */
export async function checkSecondUpload(
  input: ParsedRequestOf<typeof secondUploadCheck>,
  call: Call,
): Promise<StoredFile | null> {
  const to = { name: checkFileName(input.name), folderId: input.folderId ?? null }
  const owner = ownerOf(call)
  const { md5, size } = input
  const file = await fileOwnBytes(call.tx, owner, { md5, size }, to)
  if (file) return file
  // An upload that has begun has its room.
  if (size !== undefined && !(await isUploading(call.tx, owner, { md5, size })))
    await checkRoom(call.tx, newBytes(size))
  return null
}
