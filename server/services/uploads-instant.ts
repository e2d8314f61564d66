import type { secondUploadCheck, StoredFile } from '../../contract/calls/storage.ts'
import type { ParsedInputOf } from '../../contract/row.ts'
import type { Call } from '../call.ts'
import { fileOwnBytes } from './files-filing.ts'
import { ownerOf } from './files-owner.ts'
import { checkFileName } from './uploads-content.ts'

/**
 * Files bytes that the caller already has under the given name, so that nothing needs to be sent; null when the caller has none of this MD5.
 * What other people have makes no difference, or an MD5 would tell whether somebody has a certain file, and give it away.
 */
export async function checkSecondUpload(
  input: ParsedInputOf<typeof secondUploadCheck>,
  call: Call,
): Promise<StoredFile | null> {
  const to = { name: checkFileName(input.name), folderId: input.folderId ?? null }
  return (await fileOwnBytes(call.tx, ownerOf(call), { md5: input.md5 }, to)) ?? null
}
